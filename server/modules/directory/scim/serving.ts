import { randomUUID } from 'node:crypto'
import { maxDepartments } from '#contract/people.ts'
import { shorten } from '#server/core/shorten.ts'
import type { Database } from '#server/database/database.ts'
import type { Services } from '#server/engines/services.ts'
import { compare } from '../compare.ts'
import { findDirectory } from '../directory.sql.ts'
import { lockToCompare } from '../locking.ts'
import { type Condition, parseFilter } from './filter.ts'
import { applyPatch, type Resource } from './patch.ts'
import { ScimProblem } from './problem.ts'
import { longestGroupName, readGroup, readPatched, readUser } from './read-resources.ts'
import { groupResource, userResource } from './resources.ts'
import {
  countGroups,
  countUsers,
  endGroup,
  endUser,
  freeName,
  type GroupFilter,
  insertUser,
  listGroups,
  listUsers,
  placeMembers,
  type ScimGroup,
  type ScimUser,
  setMembers,
  type UserFilter,
  updateUser,
  type WrittenUser,
  writeGroup,
} from './store.sql.ts'

export interface Serving {
  services: Pick<Services, 'config' | 'jobs'>
  companyId: string
  /** A transaction of the system's for changes; its plain handle for reads. */
  database: Database
}

export interface Query {
  filter?: string | undefined
  startIndex?: string | undefined
  count?: string | undefined
  /** Names attributes to leave out of the answer; the members of a large group are most of it. */
  excludedAttributes?: string | undefined
}

const maxListed = 200
const one = { limit: 1, offset: 0 }

export const baseOf = ({ publicUrl }: Pick<Services['config'], 'publicUrl'>) => `${publicUrl}/scim/v2`
const missing = (id: string) => new ScimProblem(404, `没有这一项：${id.slice(0, 100)}`)
const refused = (attribute: string) => new ScimProblem(400, `不能按 ${attribute} 查找`, 'invalidFilter')

function pageOf({ startIndex, count }: Query) {
  // Clamped to a number that the database can skip; such a page is empty.
  const start = Math.min(Number.MAX_SAFE_INTEGER, Math.max(1, Math.trunc(Number(startIndex ?? 1)) || 1))
  const requestedCount = count === undefined ? 100 : Math.trunc(Number(count))
  return { start, limit: Math.min(maxListed, Math.max(0, Number.isNaN(requestedCount) ? 100 : requestedCount)) }
}

const namesIn = (attributes = '') => new Set(attributes.split(',').map(name => name.trim().toLowerCase()))

/** `schemas`, `id` and `meta` are always answered. */
export function without<Answer extends Resource>(excludedAttributes: string | undefined, resource: Answer): Answer {
  const excluded = namesIn(excludedAttributes)
  for (const name of ['schemas', 'id', 'meta']) excluded.delete(name)
  // The cast keeps the type of the whole, since only the answer's text is made of it.
  return Object.fromEntries(Object.entries(resource).filter(([name]) => !excluded.has(name.toLowerCase()))) as Answer
}

const listed = (resources: Resource[], total: number, start: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex: start,
  itemsPerPage: resources.length,
  Resources: resources,
})

/** Refuses companies whose directory has another source. */
async function requireScim({ database, companyId }: Serving, isChange: boolean): Promise<void> {
  const settings = await (isChange ? lockToCompare : findDirectory)(database, companyId)
  if (settings?.source !== 'scim') throw new ScimProblem(403, '企业没有启用 SCIM 目录，请先在控制台的“企业目录”里设置')
}

/** Applies a change before it is answered: by then a leaver is locked out. */
const bring = ({ database, services, companyId }: Serving, externalIds: string[]) =>
  compare(database, services, { companyId, externalIds, mode: 'sync' })

function userFilterOf(conditions: Condition[]): UserFilter {
  const filter: UserFilter = {}
  for (const { attribute, value } of conditions) {
    if (attribute === 'active') filter.active = value === true || value === 'true'
    else if (attribute === 'username') filter.userName = String(value)
    else if (attribute === 'externalid') filter.externalId = String(value)
    else if (attribute === 'id') filter.id = String(value)
    else if (attribute === 'emails' || attribute === 'emails.value') filter.mail = String(value)
    else throw refused(attribute)
  }
  return filter
}

function groupFilterOf(conditions: Condition[]): GroupFilter {
  const filter: GroupFilter = {}
  for (const { attribute, value } of conditions) {
    if (attribute === 'displayname') filter.name = shorten(String(value).trim(), longestGroupName)
    else if (attribute === 'externalid') filter.externalId = String(value)
    else if (attribute === 'id') filter.id = String(value)
    else throw refused(attribute)
  }
  return filter
}

async function requireUser({ database, companyId }: Serving, id: string): Promise<ScimUser> {
  const [user] = await listUsers(database, companyId, { id }, one)
  if (!user) throw missing(id)
  return user
}

async function requireGroup({ database, companyId }: Serving, id: string): Promise<ScimGroup> {
  const [group] = await listGroups(database, companyId, { id }, one)
  if (!group) throw missing(id)
  return group
}

const inUse = () => new ScimProblem(409, 'userName 已被使用', 'uniqueness')

export const users = {
  async list(serving: Serving, query: Query) {
    await requireScim(serving, false)
    const { start, limit } = pageOf(query)
    const filter = userFilterOf(query.filter ? parseFilter(query.filter) : [])
    const { database, companyId, services } = serving
    const [found, total] = await Promise.all([
      limit ? listUsers(database, companyId, filter, { limit, offset: start - 1 }) : [],
      countUsers(database, companyId, filter),
    ])
    return listed(
      found.map(user => without(query.excludedAttributes, userResource(user, baseOf(services.config)))),
      total,
      start,
    )
  },

  async read(serving: Serving, id: string) {
    await requireScim(serving, false)
    return userResource(await requireUser(serving, id), baseOf(serving.services.config))
  },

  async create(serving: Serving, body: unknown) {
    await requireScim(serving, true)
    const user = readUser(body)
    await freeName(serving.database, serving.companyId, user.user_name)
    const made = await insertUser(serving.database, serving.companyId, randomUUID(), user)
    if (!made) throw inUse()
    await bring(serving, [made.id])
    return userResource(await requireUser(serving, made.id), baseOf(serving.services.config))
  },

  async change(serving: Serving, id: string, changed: (before: ScimUser) => WrittenUser) {
    await requireScim(serving, true)
    const before = await requireUser(serving, id)
    const changedUser = changed(before)
    if (changedUser.user_name !== before.user_name)
      await freeName(serving.database, serving.companyId, changedUser.user_name)
    if (!(await updateUser(serving.database, serving.companyId, id, changedUser))) throw inUse()
    await bring(serving, [id])
    return userResource(await requireUser(serving, id), baseOf(serving.services.config))
  },

  replace: (serving: Serving, id: string, body: unknown) => users.change(serving, id, before => readUser(body, before)),

  patch: (serving: Serving, id: string, body: unknown) =>
    users.change(serving, id, before => readPatched(before, applyPatch(userResource(before, ''), body))),

  async remove(serving: Serving, id: string) {
    await requireScim(serving, true)
    if (!(await endUser(serving.database, serving.companyId, id))) throw missing(id)
    await bring(serving, [id])
  },
}

export const groups = {
  async list(serving: Serving, query: Query) {
    await requireScim(serving, false)
    const { start, limit } = pageOf(query)
    const filter = groupFilterOf(query.filter ? parseFilter(query.filter) : [])
    const withMembers = !namesIn(query.excludedAttributes).has('members')
    const { database, companyId, services } = serving
    const [found, total] = await Promise.all([
      limit ? listGroups(database, companyId, filter, { limit, offset: start - 1, withMembers }) : [],
      countGroups(database, companyId, filter),
    ])
    return listed(
      found.map(group => without(query.excludedAttributes, groupResource(group, baseOf(services.config)))),
      total,
      start,
    )
  },

  async read(serving: Serving, id: string) {
    await requireScim(serving, false)
    return groupResource(await requireGroup(serving, id), baseOf(serving.services.config))
  },

  async write(serving: Serving, id: string, body: unknown) {
    const { members, ...group } = readGroup(body)
    const { database, companyId } = serving
    await writeGroup(database, companyId, { id, ...group })
    await setMembers(database, companyId, id, members)
    await bring(serving, await placeMembers(database, companyId))
    return groupResource(await requireGroup(serving, id), baseOf(serving.services.config))
  },

  async create(serving: Serving, body: unknown) {
    await requireScim(serving, true)
    // Each group becomes a department. Guard: the directory's lock, taken above.
    if ((await countGroups(serving.database, serving.companyId, {})) >= maxDepartments)
      throw new ScimProblem(403, `最多 ${maxDepartments} 个组，请先删除不用的组`)
    return groups.write(serving, randomUUID(), body)
  },

  async replace(serving: Serving, id: string, body: unknown) {
    await requireScim(serving, true)
    await requireGroup(serving, id)
    return groups.write(serving, id, body)
  },

  async patch(serving: Serving, id: string, body: unknown) {
    await requireScim(serving, true)
    const before = await requireGroup(serving, id)
    return groups.write(serving, id, applyPatch(groupResource(before, ''), body))
  },

  async remove(serving: Serving, id: string) {
    await requireScim(serving, true)
    if (!(await endGroup(serving.database, serving.companyId, id))) throw missing(id)
    await bring(serving, await placeMembers(serving.database, serving.companyId))
  },
}
