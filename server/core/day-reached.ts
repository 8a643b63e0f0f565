/** Reports whether a day of a setting, such as 2027-01-01, has begun in China. */
export const isDayReached = (day: string): boolean => Date.now() >= Date.parse(`${day}T00:00:00+08:00`)
