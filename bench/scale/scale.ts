import type { Database } from '#server/database/database.ts'
import type { Portal } from '#server/portal.ts'
import { makeOn } from '#server/testing/make.ts'
import { production } from '#server/testing/production.ts'
import type { Figure } from '../figures.ts'
import { devices } from './devices.ts'
import { scanned, withFilled } from './filled.ts'
import { fillRooms, settle } from './filling.ts'
import { misses, ofCalls, ofQuestion } from './judging.ts'
import { type Asker, measure, type Question } from './measure.ts'
import { people } from './people.ts'
import { type Asked, type Company, type Room, send } from './room.ts'

/** A later room is written like these two and added here: its rows and its calls are measured with the rest. */
const rooms: Room[] = [people, devices]

const [smallPeople, largePeople] = [1_000, 100_000]
/** Companies of the small one's size, so that no table is one company's alone. */
const others = 20

interface Pair {
  small: Company
  large: Company
}

/** Each list and figure of a company of 100,000 people against that of one of 1,000, in one database, through the whole portal. */
export const scale = ({ rounds, factor }: { rounds: number; factor: number }): Promise<Figure[]> =>
  withFilled(
    production,
    system => fill(system, factor),
    async ({ filled: pair, withPortal, processor }) => {
      const measured = await withPortal(8, async portal =>
        measure(await questionsOf(portal, pair, processor), { blocks: rounds, misses }),
      )
      // On one connection of each kind, so that what PostgreSQL counted can be told apart by call.
      const scans = await withPortal(1, async portal => {
        const { services } = portal
        const asked = (await callsOf(services.system, pair.large)).map(({ name, ...of }) => ({
          name,
          ask: () => send(portal, pair.large, { name, ...of }),
        }))
        return scanned([services.system, services.companyDatabase(pair.large.id)], asked)
      })
      return [...ofCalls(measured), ...measured.map(ofQuestion), scans]
    },
  )

async function fill(system: Database, factor: number): Promise<Pair> {
  const make = makeOn(system)
  const company = async (people: number, place: number): Promise<Company> => {
    const { id, owner } = await make.company()
    return { id, people, place, owner, sid: await make.session(owner.account) }
  }
  const small = await company(smallPeople, 0)
  const large = await company(Math.round(largePeople * factor), 1)
  const rest: Company[] = []
  for (let index = 0; index < others; index += 1) rest.push(await company(smallPeople, index + 2))
  await fillRooms(system, rooms, [small, large, ...rest])
  await settle(system)
  return { small, large }
}

async function callsOf(system: Database, company: Company): Promise<Asked[]> {
  const calls: Asked[] = []
  for (const room of rooms) calls.push(...(await room.calls(system, company)))
  return calls
}

async function questionsOf(portal: Portal, pair: Pair, processor: Asker['processor']): Promise<Question[]> {
  const { system } = portal.services
  const [small, large] = [await callsOf(system, pair.small), await callsOf(system, pair.large)]
  return small.map((of, index) => {
    const against = large[index]
    if (against?.name !== of.name) throw new Error(`both companies need the same calls in the same order: ${of.name}`)
    const asker = (company: Company, asked: Asked) => ({ processor, ask: () => send(portal, company, asked) })
    return { ...of, sides: { small: asker(pair.small, of), large: asker(pair.large, against) } }
  })
}
