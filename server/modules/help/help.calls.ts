import { fingerprint, fingerprints } from '#server/core/keyring.ts'
import { addressKey } from '#server/core/network.ts'
import { orRefuse, Refusal } from '#server/core/refusal.ts'
import type { SomeHandlers } from '#server/engines/context.ts'
import { vote } from './help.sql.ts'
import { type Article, article, articles } from './help.ts'

const summaryOf = ({ article_id, kind, category, title, summary, updated_at }: Article) => ({
  article_id,
  kind,
  category,
  title,
  summary,
  updated_at,
})

export const helpCalls = {
  async getArticleList({ system }, filter) {
    const { list, total } = await articles(system, filter)
    return { list: list.map(summaryOf), total }
  },

  async getArticleDetail({ system }, { article_id }) {
    const found = orRefuse(await article(system, { id: article_id }), -44002)
    return { ...summaryOf(found), html: found.html }
  },

  async rateArticle({ system, services, caller }, { article_id, useful }) {
    // The hash distinguishes visitors without storing their identity.
    const visitor = `${addressKey(caller.ip)}\n${caller.userAgent}`
    const voter = fingerprint(services.config, 'article vote', visitor)
    const possibleVoters = fingerprints(services.config, 'article vote', visitor)
    const counted = await vote(system, article_id, { voter, possibleVoters, useful })
    if (!counted?.found) throw new Refusal(-44002)
    return { useful: counted.useful, useless: counted.useless }
  },
} satisfies SomeHandlers
