import { z } from 'zod'
import type { ArticleAction } from '#contract/content-names.ts'
import { instant } from '#contract/fields.ts'
import type { AuditAction } from '#contract/operations/audit-names.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { Database } from '#server/database/database.ts'
import { auditActor } from '#server/engines/activity/context.ts'
import { recordAudit } from '#server/engines/audit/audit.ts'
import { changedMeanwhile } from '#server/engines/audit/changed-meanwhile.ts'
import { jobs } from '#server/engines/jobs/enqueue.ts'
import type { TaskServices } from '#server/engines/jobs/task.ts'
import {
  findVersion,
  findWorking,
  insertArticle,
  insertVersion,
  isFree,
  keepFormerAddress,
  keepOwnVersion,
  lockAddresses,
  markPublished,
  nextRevision,
  showVersion,
  type WorkingRow,
  type Written,
} from './editing.sql.ts'
import { publishArticleJob } from './jobs.ts'

export const targetOf = (articleId: string) => `article:${articleId}`

/** The audit log leaves out the text of an article, which is in the versions. */
const summaryOf = ({ title, slug, state, revision, publish_at }: WorkingRow) => ({
  title,
  slug,
  state,
  revision,
  publish_at,
})

async function requireFree(transaction: Database, slug: string, articleId: string | null): Promise<void> {
  if (!(await isFree(transaction, slug, articleId))) throw new Refusal(-53700)
}

export async function requireWorking(database: Database, articleId: string): Promise<WorkingRow> {
  return orRefuse(await findWorking(database, articleId), -53021)
}

async function requireCategory(transaction: Database, categoryId: string): Promise<void> {
  if (!(await transaction.change`select from article_category where id = ${categoryId}`))
    throw new Refusal(-41003, 'category_id', '分类不存在，请重新选择')
}

/** Creates an article as a draft. */
export async function createArticle(transaction: Database, written: Written): Promise<string> {
  await lockAddresses(transaction)
  await requireCategory(transaction, written.category_id)
  await requireFree(transaction, written.slug, null)
  const id = await insertArticle(transaction, written)
  const { title, slug } = written
  await recordAudit(transaction, { action: 'article.created', target: targetOf(id), after: { title, slug } })
  return id
}

/** Saves another version of an article; the public page stays as it is. `known` is the version that the writer started from. */
export async function saveArticle(
  transaction: Database,
  { articleId, expectedRevision, written }: { articleId: string; expectedRevision: number; written: Written },
): Promise<number> {
  await lockAddresses(transaction)
  const before = await requireWorking(transaction, articleId)
  await requireCategory(transaction, written.category_id)
  await requireFree(transaction, written.slug, articleId)
  await keepOwnVersion(transaction, articleId)
  const next = await nextRevision(transaction, articleId, expectedRevision)
  if (!next) throw changedMeanwhile(before)
  await insertVersion(transaction, articleId, next.revision, written)
  // The article was never public, so its own columns follow immediately.
  if (!next.published_at) await showVersion(transaction, articleId)
  const { title, slug } = written
  const after = { title, slug, revision: next.revision }
  await recordAudit(transaction, {
    action: 'article.saved',
    target: targetOf(articleId),
    before: summaryOf(before),
    after,
  })
  return next.revision
}

/** Saves an earlier version's text as a new version; the article's place stays as it is. */
export async function restoreArticle(
  transaction: Database,
  { articleId, number, expectedRevision }: { articleId: string; number: number; expectedRevision: number },
): Promise<number> {
  const version = orRefuse(await findVersion(transaction, articleId, number), -53021)
  const { category_id, slug } = await requireWorking(transaction, articleId)
  return saveArticle(transaction, { articleId, expectedRevision, written: { ...version, category_id, slug } })
}

async function publish(transaction: Database, articleId: string): Promise<void> {
  await keepOwnVersion(transaction, articleId)
  await keepFormerAddress(transaction, articleId)
  await showVersion(transaction, articleId)
  await markPublished(transaction, articleId)
}

/** The states from which each action is possible; an article in any other has been changed by another operator meanwhile. */
const from: Record<ArticleAction, readonly WorkingRow['state'][]> = {
  publish: ['draft', 'scheduled', 'published'],
  schedule: ['draft', 'scheduled', 'published'],
  unschedule: ['scheduled', 'published'],
  unpublish: ['published'],
  archive: ['draft', 'scheduled', 'published'],
  unarchive: ['archived'],
}

interface Change {
  articleId: string
  expectedRevision: number
  action: ArticleAction
  publish_at?: string | undefined
}

const done: Record<ArticleAction, AuditAction> = {
  publish: 'article.published',
  schedule: 'article.scheduled',
  unschedule: 'article.unscheduled',
  unpublish: 'article.unpublished',
  archive: 'article.archived',
  unarchive: 'article.unarchived',
}

/** Carries out an operator's decision about an article whose revision `known` was on the page. */
export async function changeArticle(
  transaction: Database,
  { articleId, expectedRevision, action, publish_at }: Change,
) {
  await lockAddresses(transaction)
  const before = await requireWorking(transaction, articleId)
  if (before.revision !== expectedRevision) throw changedMeanwhile(before)
  if (!from[action].includes(before.state)) throw new Refusal(-53703)
  if (action === 'publish') await publish(transaction, articleId)
  else if (action === 'schedule') await schedule(transaction, articleId, publish_at)
  else
    await transaction.change`
    update article set publish_at = null, scheduled_by = null, state = ${
      action === 'archive' ? 'archived' : action === 'unschedule' ? before.state.replace('scheduled', 'draft') : 'draft'
    } where id = ${articleId}`
  const after = summaryOf(await requireWorking(transaction, articleId))
  const target = targetOf(articleId)
  await recordAudit(transaction, { action: done[action], target, before: summaryOf(before), after })
}

const timed = z.object({ publish_at: instant })

async function schedule(transaction: Database, articleId: string, at: string | undefined): Promise<void> {
  const scheduled =
    at === undefined
      ? undefined
      : await transaction.row(timed)`
        update article set publish_at = ${at}, scheduled_by = ${auditActor()} where id = ${articleId} and ${at} > now()
        returning publish_at`
  if (!scheduled) throw new Refusal(-53704)
  const { publish_at } = scheduled
  // The job has a key so that a new time replaces the former one.
  const choices = { runAt: new Date(publish_at), key: `publish_article:${articleId}` }
  await jobs.enqueue(transaction, publishArticleJob, { article_id: articleId, publish_at }, choices)
}

const dueArticle = z.object({ scheduled_by: z.string() })

/**
 * Publishes an article at its time, if that time is still set. If it was cancelled, postponed, or published by an earlier run,
 * there is nothing to do.
 */
export async function publishScheduled(
  { system, log }: Pick<TaskServices, 'system' | 'log'>,
  { article_id, publish_at }: { article_id: string; publish_at: string },
): Promise<void> {
  await system.transaction(async transaction => {
    await lockAddresses(transaction)
    const due = await transaction.row(
      dueArticle,
    )`select scheduled_by from article where id = ${article_id} and publish_at = ${publish_at} for update`
    if (!due) return
    await publish(transaction, article_id)
    const after = { ...summaryOf(await requireWorking(transaction, article_id)), scheduled_by: due.scheduled_by }
    await recordAudit(transaction, { action: done.publish, target: targetOf(article_id), after })
    log.info({ article: article_id }, '已定时发布文章')
  })
}
