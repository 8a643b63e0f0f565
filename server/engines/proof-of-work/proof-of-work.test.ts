import { type Challenge, solveChallenge } from 'altcha-lib'
// The tests use the browser's implementation, on Web Crypto; the server verifies with Node's.
import { deriveKey as webPbkdf2 } from 'altcha-lib/algorithms/web/pbkdf2'
import { expect, test, vi } from 'vitest'
import { testDatabase } from '#server/testing/database.ts'
import { checkProof, createProof } from './proof-of-work.ts'

const work = { price: 1, network: '203.0.113.0/24' }
const config = { secretKey: 'a secret key of at least 32 characters', secretKeysOld: [] }
const { system } = await testDatabase()

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

async function solve(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey: webPbkdf2 })
  if (!solution) throw new Error('not solved')
  return { challenge, solution }
}

test('a challenge solved like in the browser is accepted, once', async () => {
  const challenge = await createProof(config, work)
  const solved = await solve(challenge)
  expect(solved.solution.counter).toBeGreaterThanOrEqual(500)
  expect(solved.solution.counter).toBeLessThanOrEqual(2000)
  expect(await checkProof(system, config, encode(solved), work)).toBe(true)
  expect(await checkProof(system, config, encode(solved), work)).toBe(false)
})

// Guard: the insert into spent_proof (`on conflict do nothing`, its row count). Without it all forty pass.
test('of forty concurrent submissions of one solution one is accepted', async () => {
  const proof = encode(await solve(await createProof(config, work)))
  const passed = await Promise.all(Array.from({ length: 40 }, () => checkProof(system, config, proof, work)))
  expect(passed.filter(Boolean)).toHaveLength(1)
})

test('a solution spent in a transaction that rolled back can be used again', async () => {
  const proof = encode(await solve(await createProof(config, work)))
  const runRolledBack = system.transaction(async transaction => {
    expect(await checkProof(transaction, config, proof, work)).toBe(true)
    throw new Error('refused for another reason')
  })
  await expect(runRolledBack).rejects.toThrow('another reason')
  expect(await checkProof(system, config, proof, work)).toBe(true)
})

test('an unsolved, altered, foreign or malformed proof is refused', async () => {
  const solved = await solve(await createProof(config, work))
  const { challenge, solution } = solved
  const { parameters } = challenge
  const bad = [
    {
      challenge,
      solution: { ...solution, derivedKey: solution.derivedKey.replace(/.$/, end => (end === '0' ? '1' : '0')) },
    },
    { challenge, solution: { counter: 1, derivedKey: parameters.keyPrefix.padEnd(64, '0') } },
    { challenge: { ...challenge, parameters: { ...parameters, nonce: '00'.repeat(16) } }, solution },
    {
      challenge: { ...challenge, parameters: { ...parameters, expiresAt: (parameters.expiresAt ?? 0) + 1 } },
      solution,
    },
    { challenge: { parameters }, solution },
    { challenge: null, solution },
    'text',
  ]
  for (const proof of bad) expect(await checkProof(system, config, encode(proof), work)).toBe(false)
  for (const proof of [undefined, '', '%%%', 'e30=', 'AAAA'])
    expect(await checkProof(system, config, proof, work)).toBe(false)
  const others = await solve(
    await createProof({ secretKey: 'the key of another portal, as long', secretKeysOld: [] }, work),
  )
  expect(await checkProof(system, config, encode(others), work)).toBe(false)
  // None of the attempts spent the real solution.
  expect(await checkProof(system, config, encode(solved), work)).toBe(true)
})

test('a solution is refused after five minutes', async () => {
  const proof = encode(await solve(await createProof(config, work)))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
  expect(await checkProof(system, config, proof, work)).toBe(false)
})

test('a higher price takes more attempts, but no more work of the server', async () => {
  const { challenge, solution } = await solve(await createProof(config, { ...work, price: 3 }))
  expect(solution.counter).toBeGreaterThanOrEqual(1500)
  expect(solution.counter).toBeLessThanOrEqual(6000)
  expect(challenge.parameters.cost).toBe(1000)
})

test('a proof for another network, or for less than half the price, is refused', async () => {
  const proof = encode(await solve(await createProof(config, work)))
  expect(await checkProof(system, config, proof, { ...work, network: '203.0.114.0/24' })).toBe(false)
  expect(await checkProof(system, config, proof, { ...work, price: 2.1 })).toBe(false)
  expect(await checkProof(system, config, proof, { ...work, price: 2 })).toBe(true)
})
