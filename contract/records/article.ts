import { z } from 'zod'
import { saved, slug, text } from '../content-fields.ts'
import { articleKinds, articleStates } from '../content-names.ts'
import { id, instant, line } from '../fields.ts'
import { articleCategoryFields, articleFields as fields } from './article-fields.ts'
import { record } from './record.ts'

const kind = z.enum(articleKinds, { error: '文章种类不正确' })
const keywords = fields.keywords

/** `write` holds what an author writes; every save is a version. */
export const article = record({
  article_id: { answer: id },
  kind: { answer: kind },
  category: { answer: z.string() },
  category_id: { answer: id, write: id },
  slug: { answer: z.string(), write: slug },
  title: { answer: z.string(), write: line(fields.title.label, fields.title.max) },
  summary: { answer: z.string(), write: line(fields.summary.label, fields.summary.max) },
  keywords: {
    answer: z.string(),
    write: line(keywords.label, keywords.max, 0).default(''),
  },
  markdown: { answer: z.string(), write: text(fields.markdown.label, fields.markdown.max) },
  state: { answer: z.enum(articleStates) },
  /** True when it is public and has unpublished changes. */
  has_changes: { answer: z.boolean() },
  publish_at: { answer: instant.nullable() },
  published_at: { answer: instant.nullable() },
  updated_at: { answer: instant },
  revision: { answer: saved.revision },
  saved_by: { answer: saved.saved_by },
  saved_at: { answer: saved.saved_at },
})

export const articleCategory = record({
  category_id: { answer: id },
  kind: { answer: kind, set: kind },
  slug: { answer: z.string(), set: slug },
  name: { answer: z.string(), set: line(articleCategoryFields.name.label, articleCategoryFields.name.max) },
  /** The articles in it, including drafts and archived ones. */
  articles: { answer: z.int() },
})
