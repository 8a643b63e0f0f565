import { z } from 'zod'

/** A phone as operators see it. An unmasked number fails the schema, so such an answer is refused as invalid. */
export const maskedPhone = z.string().regex(/^(?!.*1[3-9]\d{9})/)
