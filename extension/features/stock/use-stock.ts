import { useEffect, useState } from 'preact/hooks'
import { fetchStatusItem } from '../wallpaper/fetch-status.ts'
import { type StockReport, stockReportItem, usageItem } from './stock-items.ts'
import { sumWeek } from './usage.ts'

type StockView = StockReport & {
  /** Bytes fetched in the last seven days. */
  week: number
}

/** What is stored and what was fetched, in step with the background; `undefined` until it is read. */
export const useStock = (): StockView | undefined => {
  const [view, setView] = useState<StockView>()
  useEffect(() => {
    const refresh = async () => setView(await readView())
    const stops = [stockReportItem, usageItem, fetchStatusItem].map((item) =>
      item.onChange(refresh),
    )
    void refresh()
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  return view
}

const readView = async (): Promise<StockView> => {
  const [report, usage, { problem }] = await Promise.all([
    stockReportItem.read(),
    usageItem.read(),
    fetchStatusItem.read(),
  ])
  const isDiskFull = report.isDiskFull || problem?.kind === 'storage-full'
  return { ...report, week: sumWeek(usage, Date.now()), isDiskFull }
}
