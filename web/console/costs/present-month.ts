import { day } from '#web/ui/format.ts'

/** Returns the current month in China, whatever the browser's time zone, because the server uses it too. */
export const presentMonth = (): string => day(Date.now()).slice(0, 7)
