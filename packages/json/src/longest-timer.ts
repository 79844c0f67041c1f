/** The longest delay of a timer, in milliseconds: hosts keep it in 32 bits with a sign, and fire at once when it is longer. */
export const LONGEST_TIMER_MS = 2_147_483_647;
