/**
 * Names and lengths of the fields that operators write in an announcement. Browser and server share this file, so it must not
 * import zod.
 */
export const announcementFields = {
  title: { label: '标题', max: 40 },
  text: { label: '内容', max: 300 },
} as const
