/** With its zone: without one, a time would depend on where it is read. */
const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,3})\d{0,6})?(?:Z|([+-])(\d\d):(\d\d))$/;
const DAY = 86_400_000;

/** The instant of a text of ISO 8601, in milliseconds since 1970, without a clock; null: it is none. */
export function instantOf(text: string): number | null {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction = "", sign, zoneHour = "0", zoneMinute = "0"] =
    match;
  if (Number(month) < 1 || Number(month) > 12 || Number(day) < 1 || Number(day) > 31) return null;
  const zone = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === "-" ? -1 : 1);
  const minutes = Number(hour) * 60 + Number(minute) - zone;
  return (
    daysSince1970(Number(year), Number(month), Number(day)) * DAY +
    minutes * 60_000 +
    Number(second) * 1_000 +
    Number(fraction.padEnd(3, "0"))
  );
}

/** Days of the Gregorian calendar, with years that begin in March so that the leap day is the last one. */
function daysSince1970(year: number, month: number, day: number): number {
  const marchYear = month > 2 ? year : year - 1;
  const marchMonth = (month + 9) % 12;
  const leaps = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leaps + Math.floor((marchMonth * 306 + 5) / 10) + day - 1 - 719_468;
}
