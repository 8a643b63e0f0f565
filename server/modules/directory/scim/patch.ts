import { z } from 'zod'
import { type Condition, parseFilter } from './filter.ts'
import { addElements, applyFiltered, removeElements, requireSmall } from './patch-lists.ts'
import { ScimProblem } from './problem.ts'

export type Resource = Record<string, unknown>

/** Bounds the patterns below, whose time grows with the square of a path. */
const longestPath = 500
/** The most attributes in one PATCH, each of which is searched for in the resource. */
const maxAttributes = 1000
/**
 * The most elements of lists that one PATCH may read, each once for each condition: a hundred changes of a large group. It takes a
 * tenth of a second, in which the process serves nobody else.
 */
const maxReads = 2_500_000

const patchSchema = z.object({
  Operations: z
    .array(z.object({ op: z.string(), path: z.string().optional(), value: z.unknown().optional() }))
    .min(1)
    .max(100),
})

interface Operation {
  kind: 'add' | 'replace' | 'remove'
  /** The attributes that the whole PATCH may still name, and the elements of lists that it may still read. */
  budget: { attributes: number; reads: number }
}

interface Target {
  attribute: string
  /** Selects elements of a multi-valued attribute. */
  filter: Condition[] | undefined
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
  const budget = { attributes: maxAttributes, reads: maxReads }
  for (const { op, path, value } of parsed.data.Operations) {
    const kind = op.toLowerCase()
    if (kind !== 'add' && kind !== 'replace' && kind !== 'remove')
      throw new ScimProblem(400, `没有这种操作：${op.slice(0, 20)}`, 'invalidSyntax')
    if (path === undefined) {
      if (kind === 'remove') throw new ScimProblem(400, '移除须写明路径', 'noTarget')
      if (typeof value !== 'object' || value === null || Array.isArray(value))
        throw new ScimProblem(400, '没有路径时，值须为对象', 'invalidValue')
      // Some directories write paths as names.
      for (const [name, each] of Object.entries(value)) applyAt(changed, { kind, budget }, name, each)
    } else applyAt(changed, { kind, budget }, path, value)
  }
  return changed
}

function applyAt(resource: Resource, operation: Operation, path: string, value: unknown): void {
  const { kind, budget } = operation
  if (path.length > longestPath) throw invalidPath(path)
  budget.attributes -= 1
  if (budget.attributes < 0) throw new ScimProblem(400, `一次至多修改 ${maxAttributes} 个属性`, 'tooMany')
  const [, schema, rest] = urn.exec(path) ?? []
  if (schema) {
    const isCore = /:core:2\.0:\w+$/i.test(schema)
    const name = Object.keys(resource).find(key => key.toLowerCase() === schema.toLowerCase()) ?? schema
    if (!rest) {
      if (kind === 'remove') delete resource[name]
      else if (typeof value === 'object' && value !== null)
        for (const [each, inner] of Object.entries(value)) applyAt(nested(resource, name), operation, each, inner)
      return
    }
    applyAt(isCore ? resource : nested(resource, name), operation, rest, value)
    return
  }
  requireSmall(path, value)
  const { attribute, filter, sub } = targetOf(path)
  const name = Object.keys(resource).find(key => key.toLowerCase() === attribute.toLowerCase()) ?? attribute
  const present = resource[name]
  if (Array.isArray(present)) budget.reads -= present.length * Math.max(1, filter?.length ?? 0)
  if (budget.reads < 0) throw new ScimProblem(400, '内容过多，请分几次修改', 'tooMany')
  if (filter) {
    resource[name] = applyFiltered(name, resource[name], { kind, filter, sub }, value)
    return
  }
  if (sub !== undefined) {
    applyAt(nested(resource, name), operation, sub, value)
    return
  }
  if (kind === 'remove') {
    // Some directories name the members to remove in the value: a list, or a single one.
    if (Array.isArray(present) && typeof value === 'object' && value !== null)
      resource[name] = removeElements(present, value)
    else delete resource[name]
    return
  }
  if (kind === 'add' && (Array.isArray(present) || Array.isArray(value))) {
    resource[name] = addElements(name, Array.isArray(present) ? present : [], value)
    return
  }
  const both = [present, value].every(each => typeof each === 'object' && each !== null && !Array.isArray(each))
  resource[name] = both ? { ...(present as Resource), ...(value as Resource) } : value
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
