/** Names of an agreement's fields. Browser and server share this file, so it must not import zod. */
export const termsFields = {
  version: { label: '版本名称', max: 30 },
  effective_on: { label: '生效日期' },
  markdown: { label: '正文' },
} as const
