import { expect, test } from 'vitest'
import { explore } from '#server/testing/interleaving/explore.ts'
import { interleavingGround } from '#server/testing/interleaving/ground.ts'
import { guards } from '#server/testing/interleaving/guards.ts'
import { rewritten } from '#server/testing/interleaving/scheduler.ts'

/*
 * Proves that interleavings.test.ts would notice: each guard is taken out of its statement on the way to the database,
 * and some schedule must end like neither order. INTERLEAVINGS plays them all, otherwise a few.
 */
const seed = Number(process.env.INTERLEAVINGS_SEED ?? Math.floor(Math.random() * 1_000_000))
const chosen = process.env.INTERLEAVINGS ? guards : guards.filter((_, index) => index % 5 === seed % 5)

const { system, pairOf } = await interleavingGround()

test.each(chosen)(
  `without its guard it would be seen that $keeps (seed ${seed})`,
  {
    timeout: 600_000,
  },
  async ({ without, pair }) => {
    const found = new Set<RegExp>()
    const take = (text: string) => {
      let remaining = text.replaceAll(/\s+/g, ' ')
      for (const [find, replacement] of without) {
        if (find.test(remaining)) found.add(find)
        remaining = remaining.replace(find, replacement)
      }
      return remaining
    }
    const { divergences, schedules } = await rewritten(take, () =>
      explore(() => pairOf(pair), { system, seed, sample: 60, random: 20, untilFirst: true }),
    )
    // A guard whose text is no longer found has to be described anew.
    expect([...found]).toHaveLength(without.length)
    expect(divergences.map(({ answers }) => answers)).toHaveLength(1)
    console.log(`${schedules} schedules, ${divergences[0]?.schedule}: ${divergences[0]?.answers}`)
  },
)
