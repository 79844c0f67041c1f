/** Characters for witnesses, those that read best first. */
export const ALPHABET =
  "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ -_./:=,@~\"'()[]{}<>|&;*?!#$%^+`\\é\n\t";
