/** Outlines on a 24 px grid, drawn with one stroke. */
const outlines = {
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  back: 'M19 12H5m6 6-6-6 6-6',
  up: 'M12 19V5m-6 6 6-6 6 6',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  cross: 'm6.5 6.5 11 11m0-11-11 11',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  search: 'M11 4.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13Zm4.7 11.2 4.3 4.3',
  phone:
    'M6 3.5h3l1.7 4.6-2.1 1.7a12 12 0 0 0 5.6 5.6l1.7-2.1 4.6 1.7v3a2 2 0 0 1-2 2A14.5 14.5 0 0 1 4 5.5a2 2 0 0 1 2-2Z',
  pin: 'M12 21s7-6.2 7-11.5a7 7 0 1 0-14 0C5 14.8 12 21 12 21Zm0-9a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2',
  chat: 'M4 5h16v11.5H10L5.5 20v-3.5H4Z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5v2m0 14v2M3 12h2m14 0h2M5.6 5.6 7 7m10 10 1.4 1.4m0-12.8L17 7M7 17l-1.4 1.4',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10Z',
  route: 'M6 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm12-10a2 2 0 1 0 0-4 2 2 0 0 0 0 4ZM8 17h7a3 3 0 0 0 0-6H9a3 3 0 0 1 0-6h7',
  code: 'm8.5 7-5 5 5 5m7-10 5 5-5 5M13.5 5l-3 14',
  shield: 'M12 3.5 5 6v5.5c0 4.5 3 7.5 7 9 4-1.5 7-4.5 7-9V6ZM9 12l2.2 2.2L15.2 10',
  people:
    'M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Zm-6 8c0-3.3 2.7-5.5 6-5.5s6 2.2 6 5.5m.5-15.2a3.5 3.5 0 0 1 0 6.4m5.5 8.8c0-2.6-1.4-4.4-3.5-5.1',
  device: 'M4 5h16v10.5H4Zm-1.5 14h19',
  wallet: 'M4 7.5h16V19H4Zm0 0 11-3.5v3.5m5 4.5h-4a1.5 1.5 0 0 0 0 3h4',
  globe:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm-8.5 8.5h17M12 3.5c2.5 2.3 3.5 5.2 3.5 8.5s-1 6.2-3.5 8.5c-2.5-2.3-3.5-5.2-3.5-8.5s1-6.2 3.5-8.5Z',
  key: 'M8.5 18a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9Zm3.2-7.7L20 4m-3.5 2.7 2.5 3M14 8.6l1.7 2.1',
  book: 'M12 6.5C10 5 7.5 4.5 4 4.5v13.5c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2V4.5c-3.5 0-6 .5-8 2Zm0 0V20',
  thumbUp:
    'M8 11v8.5H4.5V11Zm0 0 3.5-7c1.5 0 2.3 1 2 2.5L13 10h5.5a1.5 1.5 0 0 1 1.5 1.8l-1.3 6.5a1.5 1.5 0 0 1-1.5 1.2H8',
  thumbDown:
    'M8 13V4.5H4.5V13Zm0 0 3.5 7c1.5 0 2.3-1 2-2.5L13 14h5.5a1.5 1.5 0 0 0 1.5-1.8l-1.3-6.5a1.5 1.5 0 0 0-1.5-1.2H8',
} as const

export type IconName = keyof typeof outlines

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={outlines[name]} />
    </svg>
  )
}

/** Plain shapes that distinguish the systems, because the vendors' logos are trademarks. */
const systems = {
  windows: 'M3 5.6 10.5 4.5v7H3Zm0 7.4h7.5v7L3 18.9Zm9-8.7L21 3v8.5h-9Zm0 8.7h9V21.5l-9-1.3Z',
  mac: 'M4 4.5h16A1.5 1.5 0 0 1 21.5 6v10a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 16V6A1.5 1.5 0 0 1 4 4.5Zm5 13.5h6l.5 2.5h-7Z',
  android:
    'M5 10h14v8.5A1.5 1.5 0 0 1 17.5 20h-11A1.5 1.5 0 0 1 5 18.5Zm.1-1.2A7 7 0 0 1 8.4 4.2L7 2.2l.8-.6 1.5 2.1a7.3 7.3 0 0 1 5.4 0l1.5-2.1.8.6-1.4 2a7 7 0 0 1 3.3 4.6Z',
  ios: 'M8 2.5h8A1.5 1.5 0 0 1 17.5 4v16a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 20V4A1.5 1.5 0 0 1 8 2.5Zm2.5 16.5h3v-1h-3Z',
} as const

export type SystemName = keyof typeof systems

export function SystemMark({ name }: { name: SystemName }) {
  return (
    <svg className="system-mark" viewBox="0 0 24 24" aria-hidden="true">
      <path d={systems[name]} />
    </svg>
  )
}
