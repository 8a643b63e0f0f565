import sql from 'sql-template-tag'
import { Refusal } from '../http/envelope.ts'
import { recordAudit } from '../operations/audit.ts'
import type { OperationHandlersFor } from '../operations/context.ts'
import { articlePreview } from '../site/pages.ts'
import { previewDocument } from '../site/preview.ts'
import { keepPublicImage } from '../uploads/public-images.ts'
import {
  countVersions,
  countWorking,
  findVersion,
  isFree,
  versionList,
  type WorkingRow,
  workingList,
} from './editing.sql.ts'
import { changeArticle, createArticle, requireWorking, restoreArticle, saveArticle } from './editing.ts'
import { firstFree, slugOf } from './slugs.ts'

const iso = (at: Date | null) => at?.toISOString() ?? null
const sectionOf = { help: '/help', guide: '/cheats' } as const

const common = ({ id, publish_at, published_at, saved_at, ...row }: Omit<WorkingRow, 'markdown'>) => ({
  article_id: id,
  publish_at: iso(publish_at),
  published_at: iso(published_at),
  saved_at: saved_at.toISOString(),
  kind: row.kind,
  category_id: row.category_id,
  title: row.title,
  slug: row.slug,
  state: row.state,
  has_changes: row.has_changes,
  saved_by: row.saved_by,
})

export const articleOperations: OperationHandlersFor<
  | 'getContentArticleList'
  | 'getContentArticle'
  | 'saveContentArticle'
  | 'setContentArticleState'
  | 'checkArticleSlug'
  | 'getArticleVersionList'
  | 'getArticleVersion'
  | 'restoreArticleVersion'
  | 'previewArticle'
  | 'uploadArticleImage'
> = {
  async getContentArticleList({ system }, { page, page_size, ...filter }) {
    const [rows, total] = await Promise.all([
      workingList(system, filter, page_size, (page - 1) * page_size),
      countWorking(system, filter),
    ])
    return {
      list: rows.map(row => ({
        ...common(row),
        category: row.category,
        useful: row.useful,
        useless: row.useless,
      })),
      total,
    }
  },

  async getContentArticle({ system }, { article_id }) {
    const row = await requireWorking(system, article_id)
    const { revision, summary, keywords, markdown } = row
    const shown = await system.row<{ slug: string; kind: WorkingRow['kind'] }>(sql`
      select article.slug, kind from article join article_category on article_category.id = category_id
      where article.id = ${article_id}`)
    const { kind, slug } = shown ?? row
    return { ...common(row), address: `${sectionOf[kind]}/${slug}`, revision, summary, keywords, markdown }
  },

  async saveContentArticle({ system, actor }, { article_id, revision, ...written }) {
    return system.transaction(async transaction => {
      if (article_id !== undefined && revision === undefined) throw new Refusal(-41003, 'revision', '缺少版本号')
      const id = article_id ?? (await createArticle(transaction, written, actor))
      if (article_id !== undefined && revision !== undefined)
        await saveArticle(transaction, { articleId: id, known: revision, written, actor })
      const now = await requireWorking(transaction, id)
      return { article_id: id, revision: now.revision, saved_at: now.saved_at.toISOString() }
    })
  },

  async setContentArticleState({ system, actor }, { article_id, revision, action, publish_at }) {
    const publishAt = publish_at === undefined ? undefined : new Date(publish_at)
    await system.transaction(transaction =>
      changeArticle(transaction, { articleId: article_id, known: revision, action, publishAt, actor }),
    )
    return {}
  },

  async checkArticleSlug({ system }, { article_id = null, slug, title, category_id }) {
    const free = (each: string) => isFree(system, each, article_id)
    if (slug !== undefined) return { slug, free: await free(slug) }
    const category = category_id
      ? await system.row<{ slug: string }>(sql`select slug from article_category where id = ${category_id}`)
      : undefined
    return { slug: await firstFree(slugOf(title) || category?.slug || 'article', free), free: true }
  },

  async getArticleVersionList({ system }, { article_id, page, page_size }) {
    const [rows, total] = await Promise.all([
      versionList(system, article_id, page_size, (page - 1) * page_size),
      countVersions(system, article_id),
    ])
    return {
      list: rows.map(row => ({
        ...row,
        saved_at: row.saved_at.toISOString(),
        published_at: iso(row.published_at),
      })),
      total,
    }
  },

  async getArticleVersion({ system }, { article_id, number }) {
    const version = await findVersion(system, article_id, number)
    if (!version) throw new Refusal(-53021)
    return version
  },

  async restoreArticleVersion({ system, actor }, { article_id, number, revision }) {
    const restored = await system.transaction(transaction =>
      restoreArticle(transaction, { articleId: article_id, number, known: revision, actor }),
    )
    return { revision: restored }
  },

  async previewArticle({ services, system }, input) {
    const { page, path } = await articlePreview(system, input)
    return { html: previewDocument(services, page, path) }
  },

  async uploadArticleImage({ services, system, actor, upload }) {
    const { id, url, size } = await keepPublicImage(services, upload)
    await recordAudit(system, { actor, action: 'image.uploaded', target: `file:${id}`, after: { url, size } })
    return { url, size }
  },
}
