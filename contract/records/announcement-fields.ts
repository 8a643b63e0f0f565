/** The names and lengths of what operators write in an announcement. Browser and server share this file, so it has no zod. */
export const announcementFields = {
  title: { label: '标题', max: 40 },
  text: { label: '内容', max: 300 },
} as const
