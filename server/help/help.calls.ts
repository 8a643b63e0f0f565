import { deriveKey } from '../config.ts'
import type { HandlersFor } from '../http/context.ts'
import { Refusal } from '../http/envelope.ts'
import { hitLimit } from '../http/limits.ts'
import { hmac } from '../security/seal.ts'
import { vote } from './help.sql.ts'
import { type Article, article, articles } from './help.ts'
import { plainLine } from './markdown.ts'

const summaryOf = ({ id, kind, category, title, summary, updated_at }: Article) => ({
  article_id: id,
  kind,
  category,
  title,
  summary: plainLine(summary),
  updated_at: updated_at.toISOString(),
})

export const helpCalls: HandlersFor<'getArticleList' | 'getArticleDetail' | 'rateArticle'> = {
  async getArticleList({ system }, filter) {
    const { list, total } = await articles(system, filter)
    return { list: list.map(summaryOf), total }
  },

  async getArticleDetail({ system }, { article_id }) {
    const found = await article(system, { id: article_id })
    if (!found) throw new Refusal(-44002)
    return { ...summaryOf(found), html: found.html }
  },

  async rateArticle({ system, services, caller }, { article_id, useful }) {
    await hitLimit(system, `article-vote:${caller.ip}`, { max: 60, seconds: 600 })
    // Tells visitors apart without keeping who they are.
    const voter = hmac(deriveKey(services.config, 'article vote'), `${caller.ip}\n${caller.userAgent}`)
    const counted = await vote(system, article_id, voter, useful)
    if (!counted?.found) throw new Refusal(-44002)
    return { useful: counted.useful, useless: counted.useless }
  },
}
