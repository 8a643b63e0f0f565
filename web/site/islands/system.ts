/** Reports whether the device is a phone or tablet, for which a mobile site is made. iPads identify as Macs but have touch. */
export const isMobile = (agent: string, touchPoints: number) =>
  /mobile|phone|tablet|android|harmonyos|ipad|ipod/i.test(agent) || (/macintosh/i.test(agent) && touchPoints > 1)
