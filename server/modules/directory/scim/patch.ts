import { z } from 'zod'
import { parseFilter } from './filter.ts'
import { ScimProblem } from './problem.ts'

export type Resource = Record<string, unknown>

const patchSchema = z.object({
  Operations: z
    .array(z.object({ op: z.string(), path: z.string().max(500).optional(), value: z.unknown().optional() }))
    .min(1)
    .max(100),
})

interface Target {
  attribute: string
  /** Selects elements of a multi-valued attribute. */
  filter: { attribute: string; value: string | boolean }[] | undefined
  sub: string | undefined
}

const urn = /^(urn:[\w:.-]+:\d\.\d:\w+)(?::(.+))?$/i
const simple = /^([\w$-]+)(?:\[(.+)\])?(?:\.([\w$-]+))?$/

const invalidPath = (path: string) => new ScimProblem(400, `不支持的路径：${path.slice(0, 100)}`, 'invalidPath')

/** Applies the operations of a PATCH (RFC 7644, section 3.5.2) to a copy of a resource. */
export function applyPatch(resource: Resource, body: unknown): Resource {
  const parsed = patchSchema.safeParse(body)
  if (!parsed.success) throw new ScimProblem(400, 'PATCH 的内容不正确', 'invalidSyntax')
  const changed = structuredClone(resource)
  for (const { op, path, value } of parsed.data.Operations) {
    const kind = op.toLowerCase()
    if (kind !== 'add' && kind !== 'replace' && kind !== 'remove')
      throw new ScimProblem(400, `没有这种操作：${op.slice(0, 20)}`, 'invalidSyntax')
    if (path === undefined) {
      if (kind === 'remove') throw new ScimProblem(400, '移除须写明路径', 'noTarget')
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new ScimProblem(400, '没有路径时，值须为对象', 'invalidValue')
      // Some directories write paths as names.
      for (const [name, each] of Object.entries(value)) applyAt(changed, kind, name, each)
    } else applyAt(changed, kind, path, value)
  }
  return changed
}

function applyAt(resource: Resource, kind: 'add' | 'replace' | 'remove', path: string, value: unknown): void {
  const [, schema, rest] = urn.exec(path) ?? []
  if (schema) {
    const isCore = /:core:2\.0:\w+$/i.test(schema)
    const name = Object.keys(resource).find(key => key.toLowerCase() === schema.toLowerCase()) ?? schema
    if (!rest) {
      if (kind === 'remove') delete resource[name]
      else if (typeof value === 'object' && value !== null)
        for (const [each, inner] of Object.entries(value)) applyAt(nested(resource, name), kind, each, inner)
      return
    }
    applyAt(isCore ? resource : nested(resource, name), kind, rest, value)
    return
  }
  const target = targetOf(path)
  const name =
    Object.keys(resource).find(key => key.toLowerCase() === target.attribute.toLowerCase()) ?? target.attribute
  if (target.filter) {
    applyFiltered(resource, kind, name, target, value)
    return
  }
  if (target.sub !== undefined) {
    applyAt(nested(resource, name), kind, target.sub, value)
    return
  }
  const present = resource[name]
  if (kind === 'remove') {
    // Some directories name the members to remove in the value: a list, or a single one.
    if (Array.isArray(present) && typeof value === 'object' && value !== null) {
      const going = new Set([value].flat().map(identityOf))
      resource[name] = present.filter(each => !going.has(identityOf(each)))
    } else delete resource[name]
    return
  }
  if (kind === 'add' && (Array.isArray(present) || Array.isArray(value))) {
    const added = Array.isArray(value) ? value : [value]
    const before = Array.isArray(present) ? present : []
    const identities = new Set(before.map(identityOf))
    resource[name] = [...before, ...added.filter(each => !identities.has(identityOf(each)))]
    return
  }
  const both = [present, value].every(each => typeof each === 'object' && each !== null && !Array.isArray(each))
  resource[name] = both ? { ...(present as Resource), ...(value as Resource) } : value
}

function applyFiltered(
  resource: Resource,
  kind: 'add' | 'replace' | 'remove',
  name: string,
  { filter = [], sub }: Target,
  value: unknown,
): void {
  const elements: unknown[] = Array.isArray(resource[name]) ? resource[name] : []
  const present = elements.filter(isObject)
  if (present.length !== elements.length)
    throw new ScimProblem(400, `${name.slice(0, 100)} 的每一项须为对象`, 'invalidValue')
  const matches = (each: Resource) =>
    filter.every(({ attribute, value: expected }) => String(each[attribute] ?? '') === String(expected))
  if (kind === 'remove') {
    if (sub === undefined) resource[name] = present.filter(each => !matches(each))
    else for (const each of present.filter(matches)) delete each[sub]
    return
  }
  const found = present.filter(matches)
  if (!found.length) {
    const made: Resource = Object.fromEntries(filter.map(({ attribute, value: expected }) => [attribute, expected]))
    present.push(made)
    found.push(made)
  }
  for (const each of found) {
    if (sub !== undefined) each[sub] = value
    else if (typeof value === 'object' && value !== null) Object.assign(each, value)
  }
  resource[name] = present
}

function targetOf(path: string): Target {
  const [, attribute, filter, sub] = simple.exec(path) ?? []
  // This name would lead out of the resource, to what every object of the process inherits.
  if (!attribute || attribute === '__proto__' || sub === '__proto__') throw invalidPath(path)
  return { attribute, filter: filter === undefined ? undefined : parseFilter(filter), sub }
}

function nested(resource: Resource, name: string): Resource {
  const present = resource[name]
  if (typeof present === 'object' && present !== null && !Array.isArray(present)) return present as Resource
  const made: Resource = {}
  resource[name] = made
  return made
}

const isObject = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Members and the like are equal if their values are. */
const identityOf = (each: unknown): unknown =>
  typeof each === 'object' && each !== null && 'value' in each ? each.value : each
