import './chart.css'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { currentTheme, watchTheme } from '../theme.ts'
import { type ChartLook, chartLook, motion, paper } from './chart-look.ts'
import { type ECharts, type EChartsCoreOption, init } from './echarts.ts'

export interface ChartProps {
  /** Describes the chart to people who can't see it. */
  label: string
  height: number
  option: (look: ChartLook) => EChartsCoreOption
  /** Called with the index of the clicked item. */
  onPick?: (index: number) => void
}

/**
 * Builds elements instead of markup: the page's policy allows no style attributes in markup, and a name cannot be parsed as HTML.
 */
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

/** `confine` keeps the tooltip inside the chart and keeps ECharts from drawing its arrow with a style attribute. */
export const tooltip = (look: ChartLook) => ({
  confine: true,
  backgroundColor: look.color('raised'),
  borderColor: look.color('line'),
  padding: [8, 12],
  textStyle: { color: look.color('ink'), fontSize: look.text, fontFamily: look.font },
  transitionDuration: look.still ? 0 : 0.2,
})

/** Redraws when data, theme or size change, and for paper. */
export function Chart({ label, height, option, onPick }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(undefined)
  const onPickRef = useRef(onPick)
  useEffect(() => {
    onPickRef.current = onPick
  })
  const theme = useSyncExternalStore(watchTheme, currentTheme)
  const still = useSyncExternalStore(motion.watch, motion.matches)
  const printed = useSyncExternalStore(paper.watch, paper.matches)

  useEffect(() => {
    if (!box.current) return
    const instance = init(box.current, null, { renderer: 'canvas' })
    chart.current = instance
    instance.on('click', ({ dataIndex }) => onPickRef.current?.(dataIndex))
    const observer = new ResizeObserver(() => instance.resize())
    observer.observe(box.current)
    return () => {
      observer.disconnect()
      instance.dispose()
      chart.current = undefined
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme and paper change the tokens that chartLook reads
  useEffect(() => {
    const look = chartLook()
    const animation = { animation: !look.still, animationDuration: 400, animationDurationUpdate: 200 }
    chart.current?.setOption(
      { ...animation, textStyle: { fontFamily: look.font, fontSize: look.text }, ...option(look) },
      { notMerge: true },
    )
  }, [option, theme, still, printed])

  return <div ref={box} className="chart" role="img" aria-label={label} style={{ height }} />
}
