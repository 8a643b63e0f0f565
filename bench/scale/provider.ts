import { join } from 'node:path'
import type { Figure } from '../figures.ts'
import { countFullScans, withFilledDatabase } from './filled-database.ts'
import { measure } from './measure.ts'
import { fillProvider, findSample, type Provider } from './provider-data.ts'
import { backOfficeQueries, consoleQueries } from './provider-queries.ts'
import { callFigures, missesTarget, queryFigure } from './verdicts.ts'

const companies = 1_000
/** The factor by which everything in the small database is smaller. */
const smallShare = 100

const queriesOf = (provider: Provider) => [...backOfficeQueries(provider), ...consoleQueries(provider)]

interface Options {
  rounds: number
  factor: number
  /** Keeps both databases in this folder for the next run. */
  keep?: string | undefined
}

/**
 * Compares each list of the back office, and of one company's console, on a database of many companies with one of a hundredth,
 * alternating between them.
 */
export const provider = ({ rounds, factor, keep }: Options): Promise<Figure[]> => {
  // The back office requires an authenticator in production only.
  const filled = (name: string, count: number): Parameters<typeof withFilledDatabase<Provider, Figure[]>>[0] => ({
    environment: {},
    fill: (system, config) => fillProvider(system, config, count),
    find: findSample,
    keepIn: keep && join(keep, name),
  })
  const count = Math.round(companies * factor)
  return withFilledDatabase(filled('large', count), large =>
    withFilledDatabase(filled('small', Math.max(1, Math.round(count / smallShare))), async small => {
      const measured = await small.withPortal(4, smallPortal =>
        large.withPortal(4, largePortal => {
          const largeQueries = queriesOf(large.filled)
          const questions = queriesOf(small.filled).map((query, index) => {
            const counterpart = largeQueries[index] ?? query
            return {
              ...counterpart,
              sides: {
                small: { processor: small.processor, ask: () => query.send(smallPortal, small.filled) },
                large: { processor: large.processor, ask: () => counterpart.send(largePortal, large.filled) },
              },
            }
          })
          return measure(questions, { blocks: rounds, misses: missesTarget })
        }),
      )
      const scans = await large.withPortal(1, portal =>
        countFullScans(
          [portal.services.system, portal.services.companyDatabase(large.filled.company.company_id)],
          queriesOf(large.filled).map(({ name, send }) => ({ name, ask: () => send(portal, large.filled) })),
        ),
      )
      return [...callFigures(measured), ...measured.map(queryFigure), scans]
    }),
  )
}
