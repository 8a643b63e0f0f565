import { z } from 'zod'

const coordinate = z.string().regex(/^[\w-]{43}$/, '设备公钥不正确')

/** The public key as JWK, Ed25519 or P-256, with exactly the members that its thumbprint covers (RFC 7638). */
export const deviceKey = z.union(
  [
    z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: coordinate }),
    z.strictObject({ kty: z.literal('EC'), crv: z.literal('P-256'), x: coordinate, y: coordinate }),
  ],
  { error: '设备公钥须为 Ed25519 或 P-256 的 JWK' },
)

/** A client's proof at its login: the public key of its device, and a signature that shows that it holds the private key. */
export const deviceProof = z.strictObject(
  {
    key: deviceKey,
    challenge: z.string({ error: '请提供随机串' }).max(200, '随机串不正确'),
    /** 64 bytes as base64url: Ed25519, or ECDSA with SHA-256 as r and s (IEEE P1363). */
    signature: z.string({ error: '请提供签名' }).regex(/^[\w-]{86}$/, '签名不正确'),
  },
  { error: '设备证明不正确' },
)
export type DeviceProof = z.output<typeof deviceProof>

/** The text that the device's key signs for a login. */
export const loginText = (username: string, challenge: string): string => `haiyilian-login\n${username}\n${challenge}`
