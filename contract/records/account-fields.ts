/** The names of an account's fields. Browser and server share this file, so it has no zod. */
export const accountFields = {
  display_name: { label: '昵称', max: 30, required: true },
} as const
