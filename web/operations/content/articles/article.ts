import type { OperationInput, OperationOutput } from '#contract/operations/index.ts'

export type ListedArticle = OperationOutput<'getContentArticleList'>['list'][number]
export type EditedArticle = OperationOutput<'getContentArticle'>
export type ArticleCategory = OperationOutput<'getArticleCategoryList'>['list'][number]
type Saved = OperationInput<'saveContentArticle'>

/** The editable part of an article; a new one has no category yet. */
export type Writing = Required<Pick<Saved, 'slug' | 'title' | 'summary' | 'keywords' | 'markdown'>> & {
  category_id: string | undefined
}

export const blank: Writing = { category_id: undefined, slug: '', title: '', summary: '', keywords: '', markdown: '' }

export const writingOf = (article: EditedArticle): Writing => {
  const { category_id, slug, title, summary, keywords, markdown } = article
  return { category_id, slug, title, summary, keywords, markdown }
}
