/** Milliseconds. */
export const MS_OF_DAY = 86_400_000;
/** The first day of the year 10,000: what is later has no day. */
const LAST_DAY = 2_932_897;

/** The day (UTC) of a time in milliseconds since 1970, as `2026-01-31`; empty for what is none, or beyond the year 9999. */
export function dayOf(at: number | null): string {
  if (at === null || !Number.isFinite(at) || at < 0) return "";
  const day = Math.floor(at / MS_OF_DAY);
  return day < LAST_DAY ? nameOf(day) : "";
}

/** Of the proleptic Gregorian calendar, whose cycle of 400 years begins on 1 March here: the leap day is the last of a year then. */
function nameOf(since1970: number): string {
  const days = since1970 + 719_468;
  const cycle = Math.floor(days / 146_097);
  const ofCycle = days - cycle * 146_097;
  const yearOfCycle = Math.floor(
    (ofCycle - Math.floor(ofCycle / 1_460) + Math.floor(ofCycle / 36_524) - Math.floor(ofCycle / 146_096)) /
      365,
  );
  const ofYear = ofCycle - (365 * yearOfCycle + Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100));
  const monthFromMarch = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0);
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
