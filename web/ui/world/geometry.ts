import { world } from './world.generated.ts'

/** The start of every arc: one point for the country, not an actual office. */
export const origin = { latitude: 31.2, longitude: 121.5 }

interface Place {
  x: number
  y: number
}

export const round = (value: number) => Math.round(value * 10) / 10

export function project({ latitude, longitude }: { latitude: number; longitude: number }): Place {
  return {
    x: round(((((longitude - world.west) % 360) + 360) % 360) * world.unitsPerLongitude),
    y: round((world.top - latitude) * world.unitsPerLatitude),
  }
}

/** Returns an arc whose height grows with the distance. */
export function arc(from: Place, to: Place): string {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const lift = Math.min(110, 14 + distance * 0.24)
  const top = Math.min(from.y, to.y) + Math.abs(from.y - to.y) / 2 - lift
  return `M${round(from.x)} ${from.y}Q${round((from.x + to.x) / 2)} ${round(top)} ${round(to.x)} ${to.y}`
}

/** A row of dots and the next one, shifted by half a step; the neighbouring tile completes circles on the edge. */
export const dots = [
  [4, 3.5],
  [0, 10.5],
  [8, 10.5],
] as const
