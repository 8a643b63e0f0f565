import { z } from 'zod'

/** What operators see of a phone: no whole number, so that an answer with one is refused like any that does not fit. */
export const maskedPhone = z.string().regex(/^(?!.*1[3-9]\d{9})/)
