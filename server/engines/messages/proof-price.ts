import sql from 'sql-template-tag'
import { z } from 'zod'
import type { Config } from '#server/core/config.ts'
import { networkKey } from '#server/core/network.ts'
import type { Database } from '#server/database/database.ts'
import { checkProof, createProof, type Work } from '#server/engines/proof-of-work/proof-of-work.ts'
import type { Services } from '#server/engines/services.ts'
import { messageKinds } from './limits.ts'

/**
 * The work of the most expensive proof as a multiple of the cheapest: some 3 s on a current phone, 8 s on an old one.
 *
 * With the defaults (20,000 messages a day), using up a day's budget by codes costs 24.4 CPU hours within an hour and 9.4 spread
 * over the day, compared with 1.6 at 0.3 s for each proof; proof-price.test.ts computes these figures.
 */
export const maxPrice = 16
/** Processor seconds that the cheapest proof takes on average. */
export const cheapestSeconds = 0.3

/** Shares of the limits that are used: 0 for nothing, 1 for all of it. */
export interface Load {
  /** The larger of the last hour's share, of which the day has eight, and the last day's. */
  site: number
  /** The same for the requesting /24 or /64. */
  network: number
}

/** Returns the price of a code as a multiple of the cheapest proof. The network's share counts twice as much as the site's. */
export const priceOf = ({ site, network }: Load): number => maxPrice ** Math.min(1, Math.max(0, site + 2 * network))

type Limits = Pick<Config, 'smsDailyLimit' | 'smsProofAfter'>

const hoursOfBudget = 8
/** A network's daily budget, as a multiple of its hourly one. */
const networkHours = 4
/** The daily number of codes that are free of work, as a multiple of the busiest free hour. */
const freeHours = 16

/** Messages sent recently; the previous window counts by the part of it that is still within range. */
const sent = z.object({ day: z.number(), hour: z.number(), networkHour: z.number(), networkDay: z.number() })
export type Sent = z.output<typeof sent>

const { network: ofNetwork } = messageKinds.code

export function loadOf({ day, hour, networkHour, networkDay }: Sent, { smsDailyLimit }: Limits): Load {
  return {
    site: Math.max(day / smsDailyLimit, hour / (smsDailyLimit / hoursOfBudget)),
    network: Math.max(networkHour / ofNetwork.max, networkDay / (networkHours * ofNetwork.max)),
  }
}

/** Reports whether a code costs nothing yet: the site and the network have sent few. */
export const isQuiet = (sent: Sent, limits: Limits): boolean =>
  sent.hour <= limits.smsProofAfter &&
  sent.networkHour <= limits.smsProofAfter / 10 &&
  sent.day <= limits.smsProofAfter * freeHours

const siteHour = 'sms:site:code:hour'
const networkCounter = (ip: string) => `sms:network:${ofNetwork.counter}:${networkKey(ip)}`

/** Counts the part of a window that lies within the last `seconds` seconds; the window has the same length. */
const recent = (seconds: number) =>
  sql`hits * greatest(0, least(1, 2 - extract(epoch from now() - window_start) / ${seconds}::integer))`

function sentTo(database: Database, ip: string): Promise<Sent> {
  const network = networkCounter(ip)
  return database.one(sent)`
    select coalesce(sum(${recent(86_400)}) filter (where key = 'sms:site:all'), 0)::float8 as day,
      coalesce(sum(${recent(3_600)}) filter (where key = ${siteHour}), 0)::float8 as hour,
      coalesce(sum(${recent(3_600)}) filter (where key = ${network}), 0)::float8 as "networkHour",
      coalesce(sum(hits) filter (where key = ${network} and window_start > now() - interval '1 day'), 0)::float8
        as "networkDay"
    from limit_counter
    where key in ('sms:site:all', ${siteHour}, ${network}) and window_start > now() - interval '2 days'`
}

const workAt = (sent: Sent, limits: Limits, ip: string): Work => ({
  price: priceOf(loadOf(sent, limits)),
  network: networkKey(ip),
})

/** Creates the puzzle that a code currently costs for a request from this address. */
export async function createCodeProof({ config }: Pick<Services, 'config'>, system: Database, ip: string) {
  return createProof(config, workAt(await sentTo(system, ip), config, ip))
}

interface Payment {
  proof: string | undefined
  /** False where strangers have had the phone's free share of the day. */
  isFree: boolean
}

/** Reports whether a code may be sent: because it is free, or because `proof` proves the required work. */
export async function hasPaid(transaction: Database, config: Config, ip: string, { proof, isFree }: Payment) {
  const sent = await sentTo(transaction, ip)
  return (isFree && isQuiet(sent, config)) || checkProof(transaction, config, proof, workAt(sent, config, ip))
}
