import { day } from '#web/ui/format.ts'

/** The month in China, whatever the browser's time zone: the one that the server reckons by. */
export const presentMonth = (): string => day(Date.now()).slice(0, 7)
