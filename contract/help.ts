import { z } from 'zod'
import { call } from './call.ts'
import { articleKinds } from './content-names.ts'
import { id, line, listOf, paging } from './fields.ts'
import { article } from './records/article.ts'

export const articleSummary = article.schema.pick({
  article_id: true,
  kind: true,
  category: true,
  title: true,
  summary: true,
  updated_at: true,
})

export const getArticleList = call({
  path: '/v1/help/getArticleList',
  effect: 'read',
  access: 'public',
  about: '帮助与攻略文章；可按类别、关键词筛选。',
  input: z.strictObject({
    kind: z.enum(articleKinds, { error: '文章种类不正确' }).optional(),
    category: line('类别', 50).optional(),
    keyword: line('关键词', 50).optional(),
    ...paging,
  }),
  output: listOf(articleSummary),
})

export const getArticleDetail = call({
  path: '/v1/help/getArticleDetail',
  effect: 'read',
  access: 'public',
  about: '一篇文章，正文为已净化的 HTML。',
  input: z.strictObject({ article_id: id }),
  output: articleSummary.extend({ html: z.string() }),
  codes: [-44002],
})

export const rateArticle = call({
  path: '/v1/help/rateArticle',
  effect: 'change',
  limits: [{ name: 'article-vote', by: 'address', max: 60, seconds: 600 }],
  access: 'public',
  about: '文章是否有用；同一访客的再次评价替换前一次。',
  input: z.strictObject({ article_id: id, useful: z.boolean({ error: '请选择是否有用' }) }),
  output: z.object({ useful: z.int(), useless: z.int() }),
  codes: [-44002, 429],
})
