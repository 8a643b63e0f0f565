import { z } from 'zod'
import { isDirectoryProvider } from '#contract/directory-names.ts'
import { openWith } from '#server/core/keyring.ts'
import type { Database } from '#server/database/database.ts'
import type { RunningJob, TaskServices } from '#server/engines/jobs/task.ts'
import type { Services } from '#server/engines/services.ts'
import type { ContactPerson, Contacts } from '#server/integrations/contacts/contacts.ts'
import { createContacts } from '#server/integrations/contacts/providers.ts'
import { ProviderTrouble } from '#server/integrations/sign-in/provider.ts'
import { lockToCompare } from '../locking.ts'
import { compareAll } from '../running.ts'
import { findPeople } from './finding.ts'
import { type DirectoryOf, enqueueReread } from './jobs.ts'
import {
  endHints,
  endReading,
  findProvider,
  listHints,
  requestTime,
  type StoredHint,
  type StoredProvider,
} from './provider.sql.ts'
import { recordReading, reportUnreadable, unexpected } from './reading-notices.ts'
import { endPeople, unknownDepartments, unlistedPeople, writeDepartments, writePeople } from './write-mirror.sql.ts'

/** The most hints that are queried before their answers are applied. */
const batch = 100
const everyHint = 100_000
/**
 * Milliseconds after which a company's hints wait behind those of other companies: few are read at once, and a company whose
 * callbacks name thousands of people, or never end, would otherwise keep the others' leavers waiting.
 */
const turn = 5_000

export const secretsOf = z.object({ secret: z.string(), token: z.string(), key: z.string() })

export const openSecrets = (config: Services['config'], companyId: string, { secrets_sealed }: StoredProvider) =>
  secretsOf.parse(JSON.parse(openWith(config, 'directory-secret', secrets_sealed, companyId)))

function contactsOf(
  { config }: Pick<Services, 'config'>,
  companyId: string,
  stored: StoredProvider,
  stopping: AbortSignal,
): Contacts | undefined {
  const { source: kind, tenant, client_id: clientId } = stored
  if (!isDirectoryProvider(kind)) return undefined
  const { secret } = openSecrets(config, companyId, stored)
  return createContacts({ kind, tenant, clientId, secret }, config, stopping)
}

interface Answered {
  askedAt: string
  departments: Awaited<ReturnType<Contacts['listDepartments']>> | undefined
  people: ContactPerson[]
  /** The people who are gone; after a full listing, all others but these. */
  gone: string[] | { allBut: string[] }
}

/** Stores the answers, unless the directory was set otherwise meanwhile. Returns whether they were stored. */
function keep(
  system: Database,
  companyId: string,
  stored: StoredProvider,
  { askedAt, departments, people, gone }: Answered,
): Promise<boolean> {
  return system.transaction(async transaction => {
    await lockToCompare(transaction, companyId)
    const now = await findProvider(transaction, companyId)
    if (now?.source !== stored.source || !now.secrets_sealed.equals(stored.secrets_sealed)) return false
    if (departments) await writeDepartments(transaction, companyId, askedAt, departments)
    const ids = people.map(({ id }) => id)
    const ended = Array.isArray(gone) ? { only: gone } : { except: [...ids, ...gone.allBut] }
    await endPeople(transaction, companyId, askedAt, ended)
    await writePeople(transaction, companyId, askedAt, people)
    return true
  })
}

/**
 * Reads every department and person. Returns the hints that this has answered, and the people whom it could not read; undefined
 * where nothing could be read, which is shown and reported: the stored data stay as they are.
 */
async function readEverything(
  services: TaskServices,
  companyId: string,
  stopping: AbortSignal,
): Promise<{ hints: StoredHint[]; troubled: ReadonlyMap<string, string> } | undefined> {
  const { system } = services
  const stored = await findProvider(system, companyId)
  const contacts = stored && contactsOf(services, companyId, stored, stopping)
  if (!contacts) {
    // The company was frozen meanwhile, or has another directory: the page must not wait for a reading that does not start.
    await endReading(system, companyId)
    return undefined
  }
  try {
    const hints = await listHints(system, companyId, everyHint)
    const askedAt = await requestTime(system)
    const departments = await contacts.listDepartments()
    const people = await contacts.listPeople(departments)
    if (!people.length) throw new ProviderTrouble('没有读到任何人，请检查应用的可见范围')
    // A person whom the application's range names directly is in no department's list, and has not left.
    const unlisted = await findPeople(contacts, await unlistedPeople(system, companyId, people))
    const { troubled } = unlisted
    const answered = {
      askedAt,
      departments,
      people: [...people, ...unlisted.people],
      gone: { allBut: [...troubled.keys()] },
    }
    if (!(await keep(system, companyId, stored, answered))) return undefined
    return { hints, troubled }
  } catch (error) {
    if (error instanceof ProviderTrouble) {
      await reportUnreadable(services, companyId, error.message)
      return undefined
    }
    // When the portal stops, the directory is not at fault; when the database is away, nobody can be notified.
    if (!stopping.aborted) await reportUnreadable(services, companyId, unexpected).catch(() => undefined)
    throw error
  }
}

/** Reads the whole directory and applies it, where a manager has accepted it; any other waits for its plan. */
export async function readAndCompare(
  services: TaskServices,
  companyId: string,
  stopping: AbortSignal,
): Promise<'read' | 'unread'> {
  const { system } = services
  const read = await readEverything(services, companyId, stopping)
  if (!read) return 'unread'
  try {
    await compareAll(services, companyId)
  } catch (error) {
    // The comparison's failure is reported separately; the page must not wait for a reading that is over.
    await endReading(system, companyId).catch(() => undefined)
    throw error
  }
  await system.transaction(async transaction => {
    await endHints(transaction, companyId, read.hints)
    await recordReading(transaction, services, companyId, read.troubled)
  })
  return 'read'
}

export const readDirectory = async (
  services: TaskServices,
  { company_id }: DirectoryOf,
  { stopping }: RunningJob,
): Promise<void> => void (await readAndCompare(services, company_id, stopping))

/**
 * Reads the objects that callbacks have named again and applies them, until none is left, or another job continues after the
 * company's turn. A failed query is left for the next attempt, and at the latest for the nightly run.
 */
export async function rereadHinted(
  services: TaskServices,
  { company_id: companyId }: DirectoryOf,
  { stopping }: Pick<RunningJob, 'stopping'>,
  patience = turn,
): Promise<void> {
  const { system, jobs } = services
  let until: number | undefined
  while (!stopping.aborted) {
    const hinted = await listHints(system, companyId, batch)
    if (!hinted.length) return
    until ??= performance.now() + patience
    if (performance.now() > until) return enqueueReread(jobs, system, companyId)
    const stored = await findProvider(system, companyId)
    const contacts = stored && contactsOf(services, companyId, stored, stopping)
    // A provider that can't be queried now is read in the nightly run.
    if (!contacts) return void (await endHints(system, companyId, hinted))
    const askedAt = await requestTime(system)
    const named = hinted.flatMap(({ kind, external_id }) => (kind === 'person' ? [external_id] : []))
    const found = await findPeople(contacts, named, until)
    const left = new Set(found.left)
    const ids = named.filter(id => !left.has(id))
    const hints = hinted.filter(({ kind, external_id }) => kind === 'department' || !left.has(external_id))
    // The provider will not say whether a person exists; the full list does.
    if (found.unknown || found.troubled.size) {
      if ((await readAndCompare(services, companyId, stopping)) === 'unread') return
      continue
    }
    const places = [...new Set(found.people.flatMap(({ departmentId }) => departmentId ?? []))]
    const isElsewhere = (await unknownDepartments(system, companyId, places)).length > 0
    const departments =
      isElsewhere || hints.some(({ kind }) => kind === 'department') ? await contacts.listDepartments() : undefined
    const { people, gone } = found
    // The settings were saved again meanwhile: these answers belong to the former ones, so the new ones are used for another query.
    if (!(await keep(system, companyId, stored, { askedAt, departments, people, gone }))) continue
    // A person who came back with another id is known by that one alone.
    await compareAll(services, companyId, departments ? undefined : ids)
    // Not earlier: if the portal stops before this, the hints are queried again.
    await endHints(system, companyId, hints)
  }
}
