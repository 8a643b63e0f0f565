import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ScopeName } from '#contract/scope-names.ts'
import { hasMoreParts } from '#server/core/json-parts.ts'
import { Refusal } from '#server/core/refusal.ts'
import { asCompany } from '#server/database/as-company.ts'
import { accountFor } from '#server/engines/activity/context.ts'
import { inTurn } from '#server/engines/in-turn.ts'
import type { Services } from '#server/engines/services.ts'
import { requireHeld } from '#server/modules/api-tokens/token-access.ts'
import { resourceTypes, schemas, serviceProviderConfig } from '#server/modules/directory/scim/discovery.ts'
import { problemBody, ScimProblem } from '#server/modules/directory/scim/problem.ts'
import { baseOf, groups, type Query, type Serving, users, without } from '#server/modules/directory/scim/serving.ts'
import { executionOf } from './actor.ts'
import { setRateLimitHeaders, setRetryAfter } from './answers.ts'
import { isTemporary } from './temporary.ts'
import { admitWhole, statusOfRefusal } from './token-request.ts'

export const scimBytes = 4 * 1024 * 1024
/** The largest group has 20,000 members with a value, a `$ref`, a name and a type; the two addresses in it count as fields as well. */
const maxJsonParts = 200_000
const type = 'application/scim+json; charset=utf-8'

/** The directory service for companies' identity systems: SCIM 2.0 (RFC 7643, 7644), let in by a token of the company. */
export async function scim(app: FastifyInstance, services: Services) {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    ['application/json', 'application/scim+json'],
    { parseAs: 'string', bodyLimit: scimBytes },
    (_, text, done) => {
      // Parsing four megabytes of brackets takes a second, in which nobody else is answered.
      if (hasMoreParts(String(text), maxJsonParts))
        return done(new ScimProblem(413, '内容的项太多，请分几次提交', 'tooMany'))
      try {
        done(null, text === '' ? undefined : JSON.parse(String(text)))
      } catch {
        done(new ScimProblem(400, '内容不是合法的 JSON', 'invalidSyntax'))
      }
    },
  )
  const send = (reply: FastifyReply, status: number, body?: unknown) => {
    setRateLimitHeaders(reply)
    return reply
      .code(status)
      .header('cache-control', 'no-store')
      .type(type)
      .send(body === undefined ? undefined : JSON.stringify(body))
  }

  app.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error)
    if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
    setRetryAfter(reply, error)
    if (problem.status === 503) reply.header('retry-after', '1')
    if (problem.status === 500) request.log.error({ err: error }, 'scim')
    return send(reply, problem.status, problemBody(problem))
  })
  app.setNotFoundHandler((_request, reply) => send(reply, 404, problemBody(new ScimProblem(404, '没有这个地址'))))

  // A token is known by its header, so a stranger's body is not read.
  app.addHook('onRequest', async request => {
    if (request.routeOptions.config.isDiscovery) return
    request.directoryClient = await admitWhole(services, request, 'scim', scopeOf(request))
  })

  /** Runs the work on behalf of the admitted token; a change runs in one transaction with its consequences. */
  async function serve<Answer>(request: FastifyRequest, work: (serving: Serving) => Promise<Answer>) {
    const context = request.directoryClient
    if (!context) throw new Error('a request to the directory was not admitted')
    const { token, membership } = context
    const { companyId } = membership
    if (scopeOf(request) === 'directory:read') return work({ services, companyId, database: services.system })
    const { result } = await inTurn(`company:${companyId}`, () =>
      accountFor(executionOf(context, 'scim'), () =>
        services.system.transaction(async transaction => {
          await asCompany(transaction, companyId, company => requireHeld({ token, company, companyId }))
          return work({ services, companyId, database: transaction })
        }),
      ),
    )
    return result
  }
  type Named = { Params: { id: string } }

  for (const [path, document] of Object.entries({
    '/ServiceProviderConfig': serviceProviderConfig,
    '/ResourceTypes': resourceTypes,
    '/Schemas': schemas,
    ...Object.fromEntries(resourceTypes.Resources.map(each => [`/ResourceTypes/${each.id}`, each])),
    ...Object.fromEntries(schemas.Resources.map(each => [`/Schemas/${each.id}`, each])),
  }))
    app.get(path.replaceAll(':', '::'), { config: { isDiscovery: true } }, (_request, reply) =>
      send(reply, 200, document),
    )

  for (const [path, resource] of [
    ['/Users', users],
    ['/Groups', groups],
  ] as const) {
    app.get(path, async (request, reply) =>
      send(reply, 200, await serve(request, serving => resource.list(serving, queryOf(request)))),
    )
    app.post(path, async (request, reply) => {
      const made = await serve(request, serving => resource.create(serving, request.body))
      return send(reply.header('location', `${baseOf(services.config)}${path}/${made.id}`), 201, made)
    })
    app.get<Named>(`${path}/:id`, async (request, reply) => {
      const found = await serve(request, serving => resource.read(serving, request.params.id))
      return send(reply, 200, without(queryOf(request).excludedAttributes, found))
    })
    app.put<Named>(`${path}/:id`, async (request, reply) => {
      const { id } = request.params
      return send(reply, 200, await serve(request, serving => resource.replace(serving, id, request.body)))
    })
    app.patch<Named>(`${path}/:id`, async (request, reply) => {
      const { id } = request.params
      return send(reply, 200, await serve(request, serving => resource.patch(serving, id, request.body)))
    })
    app.delete<Named>(`${path}/:id`, async (request, reply) => {
      await serve(request, serving => resource.remove(serving, request.params.id))
      return send(reply, 204)
    })
  }
}

const scopeOf = ({ method }: FastifyRequest): ScopeName =>
  method === 'GET' || method === 'HEAD' ? 'directory:read' : 'directory:change'

function queryOf({ query }: FastifyRequest): Query {
  const values = query as Record<string, unknown>
  const text = (name: string) => {
    const value = values[name]
    // A repeated filter would otherwise be ignored, and everybody listed.
    if (Array.isArray(value)) throw new ScimProblem(400, `${name} 只能写一次`, 'invalidValue')
    return typeof value === 'string' ? value : undefined
  }
  return {
    filter: text('filter'),
    startIndex: text('startIndex'),
    count: text('count'),
    excludedAttributes: text('excludedAttributes'),
  }
}

/** Converts every refusal into SCIM's format. */
function problemOf(error: unknown): ScimProblem {
  if (error instanceof ScimProblem) return error
  if (error instanceof Refusal) {
    const status = statusOfRefusal[error.code] ?? 403
    return new ScimProblem(status, error.message)
  }
  const { statusCode, code } = error as { statusCode?: number; code?: string }
  // Every text of a path, a filter or a body reaches the database, which cannot store NUL.
  if (code === '22021') return new ScimProblem(400, '内容有不能保存的字符', 'invalidValue')
  if (statusCode && statusCode >= 400 && statusCode < 500) return new ScimProblem(statusCode, '请求不正确')
  if (isTemporary(error)) return new ScimProblem(503, '服务暂时不可用，请稍后重试')
  return new ScimProblem(500, '服务出现问题，请稍后重试')
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What the token of a company's identity system may use. */
    directoryClient?: Awaited<ReturnType<typeof admitWhole>>
  }
  interface FastifyContextConfig {
    /** Says what the directory service can do, to anyone. */
    isDiscovery?: true
  }
}
