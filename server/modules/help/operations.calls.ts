import { orRefuse, Refusal } from '#server/core/refusal.ts'
import { listAndTotal } from '#server/database/listed.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { keepPublicImage } from '#server/engines/files/public-images.ts'
import type { SomeOperations } from '#server/engines/operator-context.ts'
import { findCategory } from './categories.sql.ts'
import {
  countVersions,
  countWorking,
  findAddress,
  findVersion,
  isFree,
  versionList,
  workingList,
} from './editing.sql.ts'
import { changeArticle, createArticle, requireWorking, restoreArticle, saveArticle } from './editing.ts'
import { firstFree, slugOf } from './slugs.ts'

const sectionOf = { help: '/help', guide: '/cheats' } as const

export const articleOperations = {
  getContentArticleList: ({ system }, { page, page_size, ...filter }) =>
    listAndTotal(system, database => [
      workingList(database, filter, page_size, (page - 1) * page_size),
      countWorking(database, filter),
    ]),

  async getContentArticle({ system }, { article_id }) {
    const { category: _, ...row } = await requireWorking(system, article_id)
    const { kind, slug } = (await findAddress(system, article_id)) ?? row
    return { ...row, address: `${sectionOf[kind]}/${slug}` }
  },

  async saveContentArticle({ system }, { article_id, revision, ...written }) {
    if (article_id !== undefined && revision === undefined) throw new Refusal(-41003, 'revision', '缺少版本号')
    const id = article_id ?? (await createArticle(system, written))
    if (article_id !== undefined && revision !== undefined)
      await saveArticle(system, { articleId: id, expectedRevision: revision, written })
    const { revision: saved, saved_at } = await requireWorking(system, id)
    return { article_id: id, revision: saved, saved_at }
  },

  async setContentArticleState({ system }, { article_id, revision, action, publish_at }) {
    await changeArticle(system, { articleId: article_id, expectedRevision: revision, action, publish_at })
  },

  async checkArticleSlug({ system }, { article_id = null, slug, title, category_id }) {
    const free = (each: string) => isFree(system, each, article_id)
    if (slug !== undefined) return { slug, free: await free(slug) }
    const category = category_id ? await findCategory(system, category_id) : undefined
    return { slug: await firstFree(slugOf(title) || category?.slug || 'article', free), free: true }
  },

  getArticleVersionList: ({ system }, { article_id, page, page_size }) =>
    listAndTotal(system, database => [
      versionList(database, article_id, page_size, (page - 1) * page_size),
      countVersions(database, article_id),
    ]),

  async getArticleVersion({ system }, { article_id, number }) {
    return orRefuse(await findVersion(system, article_id, number), -53021)
  },

  async restoreArticleVersion({ system }, { article_id, number, revision }) {
    return {
      revision: await restoreArticle(system, { articleId: article_id, number, expectedRevision: revision }),
    }
  },

  uploadArticleImage(context) {
    const { services, upload } = context
    return keepPublicImage(services, upload, insert =>
      context.once(async ({ system }) => {
        const { id, url, size } = await insert(system)
        await recordAudit(system, { action: 'image.uploaded', target: `file:${id}`, after: { url, size } })
        return { url, size }
      }),
    )
  },
} satisfies SomeOperations
