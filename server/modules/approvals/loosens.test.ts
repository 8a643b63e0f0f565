import { expect, test } from 'vitest'
import { loosens, type Rules } from './loosens.ts'

const rules = (threshold: number | null, limits: Rules['limits'] = [], roles: Rules['roles'] = ['owner']): Rules => ({
  threshold,
  limits,
  roles,
})
const support = (most: number) => ({ role: 'support' as const, most })
const finance = (most: number) => ({ role: 'finance' as const, most })

test.each<[string, Rules, Rules, boolean]>([
  ['the same', rules(30, [support(5)]), rules(30, [support(5)]), false],
  ['a lower threshold', rules(30), rules(29), false],
  ['a higher threshold', rules(30), rules(31), true],
  ['never instead of a threshold', rules(30), rules(null), true],
  ['a threshold instead of never', rules(null), rules(30), false],
  ['from 0, which is always', rules(0), rules(1), true],
  ['one more who decides', rules(30), rules(30, [], ['owner', 'finance']), true],
  ['one fewer who decides', rules(30, [], ['owner', 'finance']), rules(30), false],
  ['a first limit', rules(30), rules(30, [support(5)]), false],
  ['a lower limit', rules(30, [support(5)]), rules(30, [support(4)]), false],
  ['a higher limit', rules(30, [support(5)]), rules(30, [support(6)]), true],
  ['a limit that goes', rules(30, [support(5)]), rules(30), true],
  ['a limit above the threshold that goes', rules(30, [support(40)]), rules(30), false],
  ['a limit raised above the threshold', rules(30, [support(29)]), rules(30, [support(900)]), false],
  // A holder of both roles could do 5 before, and 20 by the new limit.
  ['a larger limit for another role', rules(30, [support(5)]), rules(30, [support(5), finance(20)]), true],
  ['a smaller limit for another role', rules(30, [support(5)]), rules(30, [support(5), finance(4)]), false],
  ['a lower threshold with a higher limit', rules(30, [support(5)]), rules(10, [support(8)]), true],
])('%s', (_, before, after, looser) => {
  expect(loosens(before, after)).toBe(looser)
})
