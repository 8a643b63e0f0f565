export type System = 'windows' | 'mac' | 'android' | 'ios'

/** The visitor's system by the user agent; iPads call themselves Macs but can be touched. */
export function systemOf(agent: string, touchPoints: number): System | undefined {
  if (/android|harmonyos/i.test(agent)) return 'android'
  if (/iphone|ipad|ipod/i.test(agent)) return 'ios'
  if (/macintosh/i.test(agent)) return touchPoints > 1 ? 'ios' : 'mac'
  if (/windows nt/i.test(agent)) return 'windows'
}

/** Phones and tablets, which a mobile site is for. */
export const isMobile = (agent: string, touchPoints: number) =>
  /mobile|phone|tablet|touch/i.test(agent) || ['android', 'ios'].includes(systemOf(agent, touchPoints) ?? '')
