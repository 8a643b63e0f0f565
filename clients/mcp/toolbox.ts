import { type Calls, type Client, routes } from '../typescript/client.ts'

/** Milliseconds for which the token's rights are cached. */
const rightsLifetime = 60_000

export const isChange = (name: keyof Calls) => routes[name].change === true

export interface Tool {
  name: keyof Calls
  description: string
  inputSchema: object
  annotations: { readOnlyHint: boolean; destructiveHint?: boolean }
}

interface Operation {
  operationId: string
  summary: string
  requestBody: { content: Record<string, { schema: object }> }
}

interface Document {
  paths: Record<string, { post: Operation }>
}

/** The server itself requests the plan of each change, whatever the model requests. */
const hidden: readonly string[] = ['planAccess']

export interface Toolbox {
  /** The token's scopes, which determine the rest. */
  scopes: string
  tools: Tool[]
  /** The changes for which the portal can show who gains and who loses access. */
  planned: readonly string[]
}

/** Queries the portal for the token's rights, and describes each call as a tool. Returns `former` while these are the same. */
async function loadTools(portal: Client, url: string, former?: Toolbox): Promise<Toolbox> {
  const scopes = (await portal.getOwnToken()).scopes.join()
  if (former?.scopes === scopes) return former
  const response = await fetch(`${url.replace(/\/+$/, '')}/api/openapi.json?scopes=${scopes}`)
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  const { paths } = (await response.json()) as Document
  const operations = Object.values(paths).map(({ post }) => post)
  const plan = operations.find(({ operationId }) => operationId === 'planAccess')
  const { properties } = (plan?.requestBody.content['application/json']?.schema ?? {}) as {
    properties?: { call?: { enum?: string[] } }
  }
  return {
    scopes,
    planned: properties?.call?.enum ?? [],
    tools: operations
      .filter(({ operationId }) => operationId in routes && !hidden.includes(operationId))
      .map(({ operationId, summary, requestBody }) => {
        // It was found in the table above.
        const name = operationId as keyof Calls
        const change = isChange(name)
        return {
          name,
          description: change
            ? `${summary} 此工具只给出计划，不会执行；由使用者本人用 confirm 确认之后才执行。`
            : summary,
          inputSchema: jsonSchemaOf(requestBody.content['application/json']?.schema ?? { type: 'object' }) as object,
          annotations: change ? { readOnlyHint: false, destructiveHint: true } : { readOnlyHint: true },
        }
      }),
  }
}

/** The portal's document is OpenAPI 3.0, whose `nullable` has no meaning in JSON Schema: a validating client would send no null. */
function jsonSchemaOf(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(jsonSchemaOf)
  if (typeof part !== 'object' || part === null) return part
  const isNullable = 'nullable' in part && part.nullable === true
  const entries = Object.entries(part).filter(([key]) => !(isNullable && key === 'nullable'))
  const schema = Object.fromEntries(entries.map(([key, value]) => [key, jsonSchemaOf(value)]))
  return isNullable ? { anyOf: [schema, { type: 'null' }] } : schema
}

/** Returns a function that returns the token's tools. When they change, it calls `changed`: clients list them only once. */
export function currentTools(portal: Client, url: string, changed: () => void) {
  let known: { toolbox: Promise<Toolbox>; at: number } | undefined
  return async function tools(age = rightsLifetime): Promise<Toolbox> {
    const former = known
    if (former && performance.now() - former.at < age) return former.toolbox
    const before = await former?.toolbox.catch(() => undefined)
    if (known !== former) return tools()
    const loading = { toolbox: loadTools(portal, url, before), at: performance.now() }
    known = loading
    try {
      const toolbox = await loading.toolbox
      if (before && toolbox !== before) changed()
      return toolbox
    } catch (error) {
      if (known === loading) known = former
      throw error
    }
  }
}
