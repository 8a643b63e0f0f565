import { longestText } from '../content-names.ts'

/** Names and lengths of the fields that authors write. Browser and server share this file, so it must not import zod. */
export const articleFields = {
  title: { label: '标题', max: 80 },
  slug: { label: '网址名', max: 100 },
  summary: { label: '摘要', max: 200 },
  keywords: { label: '关键词', max: 200 },
  markdown: { label: '正文', max: longestText },
} as const
export const articleCategoryFields = { name: { label: '名称', max: 20 } } as const
