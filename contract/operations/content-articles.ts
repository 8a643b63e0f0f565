import { z } from 'zod'
import { revision, slug, text } from '../content-fields.ts'
import { articleActions, articleKinds, articleStates } from '../content-names.ts'
import { id, line, listOf, moment, paging } from '../fields.ts'
import { article } from '../records/article.ts'
import { operation } from './operation.ts'

const kind = z.enum(articleKinds, { error: '文章种类不正确' })
const { schema } = article

const versionText = schema
  .pick({ category_id: true, slug: true, title: true, summary: true, keywords: true, markdown: true })
  .extend({ number: z.int(), category_id: id.nullable() })

const getContentArticleList = operation({
  path: '/content/getContentArticleList',
  effect: 'read',
  access: ['content'],
  about: '文章列表，按阅读次序；不指定状态时不列出已归档的。标题等是正在编辑的版本。',
  input: z.strictObject({
    kind: kind.optional(),
    category_id: id.optional(),
    state: z.enum(articleStates, { error: '状态不正确' }).optional(),
    keyword: line('关键词', 50).optional(),
    ...paging,
  }),
  output: listOf(
    schema
      .omit({ summary: true, keywords: true, markdown: true, updated_at: true, revision: true })
      .extend({ useful: z.int(), useless: z.int() }),
  ),
})

const getContentArticle = operation({
  path: '/content/getContentArticle',
  effect: 'read',
  access: ['content'],
  about: '一篇文章正在编辑的版本。',
  input: z.strictObject({ article_id: id }),
  output: schema.omit({ category: true, updated_at: true }).extend({
    /** The path of the public page; for a draft, its future path. */
    address: z.string(),
  }),
  codes: [-53021],
})

const saveContentArticle = operation({
  path: '/content/saveContentArticle',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '新建文章（草稿），或保存一个新版本；已发布的页面在“发布”之前不变。revision 是编辑所依据的版本。',
  input: z.strictObject({ article_id: id.optional(), revision: revision.optional(), ...article.input('write') }),
  output: schema.pick({ article_id: true, revision: true, saved_at: true }),
  success: '已保存',
  codes: [-53021, -53022, -53700],
})

const setContentArticleState = operation({
  path: '/content/setContentArticleState',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '发布（或发布修改）、定时发布、取消定时、下线、归档、取消归档。',
  input: z.strictObject({
    article_id: id,
    revision,
    action: z.enum(articleActions, { error: '操作不正确' }),
    publish_at: moment('发布时间格式不正确').optional(),
  }),
  codes: [-53021, -53022, -53700, -53703, -53704],
})

const checkArticleSlug = operation({
  path: '/content/checkArticleSlug',
  effect: 'read',
  access: ['content'],
  about: '网址名是否可用；未填写时由标题与分类给出建议。',
  input: z.strictObject({
    article_id: id.optional(),
    slug: slug.optional(),
    title: z.string().max(200).default(''),
    category_id: id.optional(),
  }),
  output: z.object({ slug: z.string(), free: z.boolean() }),
})

const getArticleVersionList = operation({
  path: '/content/getArticleVersionList',
  effect: 'read',
  access: ['content'],
  about: '一篇文章的历史版本，最新的在前。',
  input: z.strictObject({ article_id: id, ...paging }),
  output: listOf(
    schema
      .pick({ title: true, saved_by: true, saved_at: true, published_at: true })
      .extend({ number: z.int(), length: z.int() }),
  ),
})

const getArticleVersion = operation({
  path: '/content/getArticleVersion',
  effect: 'read',
  access: ['content'],
  about: '一个历史版本的内容。',
  input: z.strictObject({ article_id: id, number: revision }),
  output: versionText,
  codes: [-53021],
})

const restoreArticleVersion = operation({
  path: '/content/restoreArticleVersion',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '以历史版本的内容保存一个新版本；网址名与分类保持现在的。',
  input: z.strictObject({ article_id: id, number: revision, revision }),
  output: schema.pick({ revision: true }),
  success: '已恢复为新的版本',
  codes: [-53021, -53022],
})

const previewArticle = operation({
  path: '/content/previewArticle',
  effect: 'read',
  access: ['content'],
  about: '按公开页面的渲染与净化生成的文档，不含脚本。',
  input: z.strictObject({
    category_id: id.optional(),
    title: z.string().max(200).default(''),
    summary: z.string().max(400).default(''),
    markdown: text('正文', undefined, 0),
  }),
  output: z.object({ html: z.string() }),
})

const uploadArticleImage = operation({
  path: '/content/uploadArticleImage',
  effect: 'change',
  idempotency: 'prepared',
  access: ['content'],
  audited: true,
  about: '上传文章用的图片（multipart：file）：按内容识别类型并重新编码，答复公开的地址。',
  output: z.object({ url: z.string(), size: z.int() }),
  codes: [-45002, -45003, -53708],
  multipart: true,
})

export const articles = {
  getContentArticleList,
  getContentArticle,
  saveContentArticle,
  setContentArticleState,
  checkArticleSlug,
  getArticleVersionList,
  getArticleVersion,
  restoreArticleVersion,
  previewArticle,
  uploadArticleImage,
}
