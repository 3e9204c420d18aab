import type { Cell, ComparedFigure, FreezeCause, ResultColumn } from '@rise/contract';
import { addDecimals, plainDecimal } from '@rise/engine';
import { isSame, type Figure, type TileFigures } from './figures.rules.ts';

/** A state of a report between two that are compared: after these causes were exchanged. */
export interface ComparedState {
  /** None for the first one. */
  readonly causes: readonly FreezeCause[];
  /** By tile; null where they could not be computed. Those of the first and last state never are. */
  readonly tiles: ReadonlyMap<string, TileFigures | null> | null;
}

const NONE: TileFigures = new Map();

/** The figures of a tile in the first and last state, and what moved each of them on the way. */
export function compareTile(tile: string, states: readonly ComparedState[]): ComparedFigure[] {
  const known = knownStates(tile, states);
  const first = known[0]!.figures;
  const last = known.at(-1)!.figures;
  const keys = [...new Set([...first.keys(), ...last.keys()])];
  return keys.map((key) => {
    const [old, current] = [first.get(key), last.get(key)];
    const { measure, format, at, type } = (current ?? old)!;
    return {
      tile,
      measure,
      format,
      at,
      change: changeOf(old, current),
      old: old?.value ?? null,
      new: current?.value ?? null,
      difference: old && current ? differenceOf(old.value, current.value, type) : null,
      steps: stepsOf(key, known),
    };
  });
}

interface KnownState {
  readonly causes: readonly FreezeCause[];
  readonly figures: TileFigures;
}

/** The states that could be computed, each with all causes since the one before. */
function knownStates(tile: string, states: readonly ComparedState[]): KnownState[] {
  const known: KnownState[] = [];
  let causes: FreezeCause[] = [];
  for (const state of states) {
    causes.push(...state.causes);
    const figures = state.tiles && (state.tiles.has(tile) ? state.tiles.get(tile)! : NONE);
    if (figures === null) continue;
    known.push({ causes, figures });
    causes = [];
  }
  return known;
}

function changeOf(old: Figure | undefined, current: Figure | undefined): ComparedFigure['change'] {
  if (!old) return 'added';
  if (!current) return 'removed';
  return isSame(old.value, current.value, current.type) ? 'same' : 'moved';
}

function stepsOf(key: string, states: readonly KnownState[]): ComparedFigure['steps'] {
  return states.slice(1).flatMap(({ causes, figures }, index) => {
    const [before, after] = [states[index]!.figures.get(key), figures.get(key)];
    if (!before && !after) return [];
    if (before && after && isSame(before.value, after.value, after.type)) return [];
    const difference = before && after ? differenceOf(before.value, after.value, after.type) : null;
    return [{ causes: [...causes], difference }];
  });
}

/** New less old; exact where both are, null where one is no number. */
export function differenceOf(old: Cell, current: Cell, type: ResultColumn['type']): Cell {
  if (old === null || current === null || typeof old === 'boolean' || typeof current === 'boolean') return null;
  if (type === 'number' || (typeof old === 'number' && typeof current === 'number'))
    return Number(current) - Number(old);
  const [from, to] = [plainDecimal(String(old)), plainDecimal(String(current))];
  if (from === null || to === null) return null;
  return addDecimals(to, from.startsWith('-') ? from.slice(1) : `-${from}`);
}
