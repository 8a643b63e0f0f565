import type { Portal } from '#server/app/portal.ts'
import type { Database } from '#server/database/database.ts'
import { makeOn } from '#server/testing/make.ts'
import type { Figure } from '../figures.ts'
import { type BenchCall, type BenchModule, type Company, send } from './bench-module.ts'
import { devices } from './devices.ts'
import { fillModules, settle } from './fill-modules.ts'
import { countFullScans, withFilledDatabase } from './filled-database.ts'
import { type MeasuredQuery, measure, type QueryRunner } from './measure.ts'
import { people } from './people.ts'
import { callFigures, missesTarget, queryFigure } from './verdicts.ts'

/** Add a module here to have its rows filled and its calls measured. */
const modules: BenchModule[] = [people, devices]

const [smallPeople, largePeople] = [1_000, 100_000]
/** More companies of the small one's size, so that no table belongs to a single company. */
const others = 20

interface Pair {
  small: Company
  large: Company
}

/** Compares each list and figure of a company of 100,000 people with one of 1,000, in one database, through the whole portal. */
export const scale = ({ rounds, factor }: { rounds: number; factor: number }): Promise<Figure[]> => {
  const made = Promise.withResolvers<Pair>()
  return withFilledDatabase(
    {
      // The demonstration's key, with which the factories seal.
      environment: {},
      fill: async system => made.resolve(await fill(system, factor)),
      find: () => made.promise,
    },
    async ({ filled: pair, withPortal, processor }) => {
      const measured = await withPortal(8, async portal =>
        measure(await pairQueries(portal, pair, processor), { blocks: rounds, misses: missesTarget }),
      )
      // One connection of each kind, so that PostgreSQL's counts can be attributed to a call.
      const scans = await withPortal(1, async portal => {
        const { services } = portal
        const queries = (await collectCalls(services.system, pair.large)).map(({ name, ...call }) => ({
          name,
          ask: () => send(portal, pair.large, { name, ...call }),
        }))
        return countFullScans([services.system, services.companyDatabase(pair.large.id)], queries)
      })
      return [...callFigures(measured), ...measured.map(queryFigure), scans]
    },
  )
}

async function fill(system: Database, factor: number): Promise<Pair> {
  const make = makeOn(system)
  const company = async (people: number, index: number): Promise<Company> => {
    const { id, owner } = await make.company()
    return { id, people, index: index, owner, sid: await make.session(owner.account) }
  }
  const small = await company(smallPeople, 0)
  const large = await company(Math.round(largePeople * factor), 1)
  const rest: Company[] = []
  for (let index = 0; index < others; index += 1) rest.push(await company(smallPeople, index + 2))
  await fillModules(system, modules, [small, large, ...rest])
  await settle(system)
  return { small, large }
}

async function collectCalls(system: Database, company: Company): Promise<BenchCall[]> {
  const calls: BenchCall[] = []
  for (const module of modules) calls.push(...(await module.calls(system, company)))
  return calls
}

async function pairQueries(portal: Portal, pair: Pair, processor: QueryRunner['processor']): Promise<MeasuredQuery[]> {
  const { system } = portal.services
  const [small, large] = [await collectCalls(system, pair.small), await collectCalls(system, pair.large)]
  return small.map((call, index) => {
    const against = large[index]
    if (against?.name !== call.name)
      throw new Error(`both companies need the same calls in the same order: ${call.name}`)
    const runner = (company: Company, call: BenchCall) => ({ processor, ask: () => send(portal, company, call) })
    return { ...call, sides: { small: runner(pair.small, call), large: runner(pair.large, against) } }
  })
}
