import { z } from 'zod'
import { type Keys, openWith, sealWith } from '#server/core/keyring.ts'
import type { RobotSecrets } from '#server/integrations/pushes/company-robot.ts'

const secrets = z.object({ url: z.string(), secret: z.string() })

export const sealSecrets = (keys: Keys, robotId: string, { url, secret }: RobotSecrets): Buffer =>
  sealWith(keys, 'robot-secret', JSON.stringify({ url, secret }), robotId)

/** Throws when no key of the ring opens them. */
export const openSecrets = (keys: Keys, robotId: string, sealed: Buffer): RobotSecrets =>
  secrets.parse(JSON.parse(openWith(keys, 'robot-secret', sealed, robotId)))
