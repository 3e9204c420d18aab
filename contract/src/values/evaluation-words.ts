/** Words of the evaluation of questions, which screens use without its schemas. */
export const EVALUATION_SETS = ['own', 'shipped'] as const;
export type EvaluationSet = (typeof EVALUATION_SETS)[number];
export const EVALUATION_MODES = ['rules', 'model'] as const;
export type EvaluationMode = (typeof EVALUATION_MODES)[number];
export const EVALUATION_GRADES = ['right', 'wrong', 'missed'] as const;
export type EvaluationGrade = (typeof EVALUATION_GRADES)[number];
/** Questions of a tenant, and runs that are kept: the oldest is deleted for a new one. */
export const EVALUATION_LIMITS = { questions: 300, runs: 60 } as const;
