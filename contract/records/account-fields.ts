/** Names of an account's fields. Browser and server share this file, so it must not import zod. */
export const accountFields = {
  display_name: { label: '昵称', max: 30, required: true },
} as const
