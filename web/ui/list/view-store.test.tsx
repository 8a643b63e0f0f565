import { expect, test, vi } from 'vitest'
import { viewStoreOf } from './view-store.ts'

test('a view that is gone already leaves the menu, and one that could not be removed stays', async () => {
  const remove = vi.fn()
  const store = viewStoreOf({ load: vi.fn(), add: vi.fn(), remove })
  for (const [code, isGone] of [
    [200, true],
    [-53021, true],
    [500, false],
  ] as const) {
    remove.mockResolvedValue({ code, msg: '应答', ok: code === 200 })
    expect(await store.remove('view')).toBe(isGone)
  }
})
