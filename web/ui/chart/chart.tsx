import './chart.css'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { currentTheme, watchTheme } from '../theme.ts'
import { type ChartLook, chartLook, motionReduced, watchMotion } from './chart-look.ts'
import { type ECharts, type EChartsCoreOption, init } from './echarts.ts'

export interface ChartProps {
  /** What the chart says, for who can't see it. */
  label: string
  height: number
  option: (look: ChartLook) => EChartsCoreOption
  /** A click at the nth piece of data. */
  onPick?: (index: number) => void
}

/** Built as elements: the page's policy allows no style attributes in markup, and a name in it stays a text. */
export function tooltipBody(title: string, lines: readonly { word: string; value: string; color?: string }[]) {
  const box = document.createElement('div')
  box.className = 'chart-tip'
  const head = document.createElement('strong')
  head.textContent = title
  box.append(head)
  for (const { word, value, color } of lines) {
    const line = document.createElement('div')
    const mark = document.createElement('i')
    if (color) mark.style.background = color
    const figure = document.createElement('b')
    figure.textContent = value
    line.append(mark, word, figure)
    box.append(line)
  }
  return box
}

/** `confine` keeps the tip inside, and keeps ECharts from drawing its arrow by a style attribute. */
export const tooltip = (look: ChartLook) => ({
  confine: true,
  backgroundColor: look.color('raised'),
  borderColor: look.color('line'),
  padding: [8, 12],
  textStyle: { color: look.color('ink'), fontSize: look.text, fontFamily: look.font },
  transitionDuration: look.still ? 0 : 0.2,
})

/** Draws again when data, theme or size change. */
export function Chart({ label, height, option, onPick }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(undefined)
  const pick = useRef(onPick)
  useEffect(() => {
    pick.current = onPick
  })
  const theme = useSyncExternalStore(watchTheme, currentTheme)
  const still = useSyncExternalStore(watchMotion, motionReduced)

  useEffect(() => {
    if (!box.current) return
    const drawn = init(box.current, null, { renderer: 'canvas' })
    chart.current = drawn
    drawn.on('click', ({ dataIndex }) => pick.current?.(dataIndex))
    const watched = new ResizeObserver(() => drawn.resize())
    watched.observe(box.current)
    return () => {
      watched.disconnect()
      drawn.dispose()
      chart.current = undefined
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes the tokens that the look reads
  useEffect(() => {
    const look = chartLook()
    const motion = { animation: !still, animationDuration: 400, animationDurationUpdate: 200 }
    chart.current?.setOption(
      { ...motion, textStyle: { fontFamily: look.font, fontSize: look.text }, ...option(look) },
      { notMerge: true },
    )
  }, [option, theme, still])

  return <div ref={box} className="chart" role="img" aria-label={label} style={{ height }} />
}
