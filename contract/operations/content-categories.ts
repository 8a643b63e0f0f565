import { z } from 'zod'
import { createOrUpdateInput } from '../create-or-update-input.ts'
import { id } from '../fields.ts'
import { article, articleCategory } from '../records/article.ts'
import { operation } from './operation.ts'

const { kind } = articleCategory.input('set')

const getArticleCategoryList = operation({
  path: '/content/getArticleCategoryList',
  effect: 'read',
  access: ['content'],
  about: '文章分类，按次序；articles 含草稿与已归档的。',
  output: z.object({
    list: z.array(articleCategory.schema),
  }),
})

const setArticleCategory = operation({
  path: '/content/setArticleCategory',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '新建分类，或修改名称，只改动带上的项；种类与网址名之后不能修改。',
  input: createOrUpdateInput('category_id', articleCategory.edit('set')),
  output: z.object({ category_id: id }),
  success: '已保存',
  codes: [-53021, -53022, -53701],
})

const deleteArticleCategory = operation({
  path: '/content/deleteArticleCategory',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '删除没有文章的分类。',
  input: z.strictObject({ category_id: id }),
  success: '分类已删除',
  codes: [-53021, -53702],
})

const setArticleCategoryOrder = operation({
  path: '/content/setArticleCategoryOrder',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '一个种类下全部分类的次序。',
  input: z.strictObject({ kind, category_ids: z.array(id).min(1).max(200) }),
  success: '次序已保存',
  codes: [-53022],
})

const getArticleOrder = operation({
  path: '/content/getArticleOrder',
  effect: 'read',
  access: ['content'],
  about: '一个分类里的文章，按次序；不含已归档的。',
  input: z.strictObject({ category_id: id }),
  output: z.object({ list: z.array(article.schema.pick({ article_id: true, title: true })) }),
})

const setArticleOrder = operation({
  path: '/content/setArticleOrder',
  effect: 'change',
  access: ['content'],
  audited: true,
  about: '一个分类里全部文章（不含已归档的）的次序。',
  input: z.strictObject({ category_id: id, article_ids: z.array(id).min(1).max(1000) }),
  success: '次序已保存',
  codes: [-53022],
})

export const articleCategories = {
  getArticleCategoryList,
  setArticleCategory,
  deleteArticleCategory,
  setArticleCategoryOrder,
  getArticleOrder,
  setArticleOrder,
}
