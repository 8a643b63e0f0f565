/** Phones and tablets, which a mobile site is for. iPads call themselves Macs but can be touched. */
export const isMobile = (agent: string, touchPoints: number) =>
  /mobile|phone|tablet|android|harmonyos|ipad|ipod/i.test(agent) || (/macintosh/i.test(agent) && touchPoints > 1)
