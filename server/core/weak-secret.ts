import { deflateRawSync } from 'node:zlib'

/** Bits that a secret has at least, judged by how evenly its characters are spread; 32 random hex digits have some 118. */
const leastBits = 96
/** Bytes that it takes when repeated parts are written once; the same 32 digits take more than 30. */
const leastBytes = 24

/** Returns whether somebody made the secret up instead of drawing it: few characters, or the same part again. */
export function isWeakSecret(secret: string): boolean {
  const counts = new Map<string, number>()
  for (const character of secret) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / secret.length)
  return bits < leastBits || deflateRawSync(secret, { level: 9 }).length < leastBytes
}
