import { z } from 'zod'

/** The headings of a sheet whose columns are not read. Absent from previews kept since before they were pointed out. */
export const unreadColumns = z
  .array(
    z.object({
      title: z.string(),
      /** Another column has the same heading, and is read. */
      repeated: z.boolean(),
      /** The column that was probably meant, if it is not in the sheet. */
      nearest: z.string().nullable(),
    }),
  )
  .optional()
export type UnreadColumns = z.output<typeof unreadColumns>
