import type { FastifyInstance } from 'fastify'
import { fairQueue } from '#server/core/fair-queue.ts'
import { lazy } from '#server/core/lazy.ts'
import { addressKey } from '#server/core/network.ts'
import { Refusal } from '#server/core/refusal.ts'
import { hitAddressLimit } from '#server/database/limits.ts'
import type { Services } from '#server/engines/services.ts'
import { answerRefusal } from './answers.ts'
import { apiPage } from './api-page.ts'
import { callerAddress } from './calls.ts'
import { developerFiles } from './developer-files.ts'
import { openApi, scopesFrom } from './openapi.ts'
import { sendPlainPage } from './plain-page.ts'

/** Putting a document together and compressing it takes some six milliseconds, and anybody may request one. */
const documentLimit = { max: 600, seconds: 600 }
/** Addresses take turns, so that the hits of one do not keep logins from being counted. */
const inTurn = fairQueue({ width: 1, waitingEach: 50, waitingInAll: 500, busy: '访问过于频繁' })

/** Both documents are built on first request: building them at startup would take a tenth of its time. */
export function apiDocuments(api: FastifyInstance, { config: { brandName: brand }, counting }: Services) {
  const document = lazy(() => JSON.stringify(openApi(brand)))
  const page = lazy(() => ({ title: `${brand} 接口`, body: apiPage(brand) }))
  api.get('/openapi.json', async (request, reply) => {
    const { scopes } = request.query as { scopes?: unknown }
    const address = callerAddress(request)
    await inTurn(addressKey(address), () => hitAddressLimit(counting, 'api-document', address, documentLimit))
    reply.type('application/json; charset=utf-8')
    if (scopes === undefined) return reply.send(document())
    const requestedScopes = scopesFrom(scopes)
    if (!requestedScopes) return answerRefusal(reply, 400, new Refusal(400, 'scopes', '没有这样的权限'))
    return reply.send(JSON.stringify(openApi(brand, requestedScopes)))
  })
  developerFiles(api)
  api.get('/docs', (_request, reply) => sendPlainPage(reply, page()))
}
