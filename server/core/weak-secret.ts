import { deflateRawSync } from 'node:zlib'

/** The minimum entropy of a secret in bits, by character frequency; 32 random hex digits have some 118. */
const leastBits = 96
/** The minimum compressed size of a secret in bytes; the same 32 digits take more than 30. */
const leastBytes = 24

/** Reports whether a secret was probably made up rather than generated: few distinct characters, or repeated parts. */
export function isWeakSecret(secret: string): boolean {
  const counts = new Map<string, number>()
  for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / secret.length)
  return bits < leastBits || deflateRawSync(secret, { level: 9 }).length < leastBytes
}
