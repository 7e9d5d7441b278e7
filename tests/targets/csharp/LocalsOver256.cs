// A method with more than 256 variables: Debug code writes their numbers wide, with nops after them. The conditions, patterns
// and labels are those of other files here.

using System;
using System.Collections.Generic;
using System.Threading.Tasks;
using static CSharpTargets.Help;

namespace CSharpTargets;

internal static class LocalsOver256
{
    private sealed record Item(string? Name, int? Count, object? Tag); //: hit

    private static bool B(bool value) => value; //: hit

    public static async Task Run()
    { //D: hit
        Plain(1, "b", new Item("b", 5, 7)); //: hit x1
        Plain(2, "x", new Item(null, null, "t")); //: hit x1
        Near(1, "b", new Item("b", 5, 7)); //: hit x1
        Near(2, "x", new Item(null, null, "t")); //: hit x1
        await Waits(1, "b", new Item("b", 5, 7)); //: hit x1
        await Waits(2, "x", new Item(null, null, "t")); //: hit x1
        foreach (int value in Yields(1, "b", new Item("b", 5, 7))) Use(value); //: hit 2/2
        foreach (int value in Yields(2, "x", new Item(null, null, "t"))) Use(value); //: hit 2/2
    } //: hit

    //- the same with few variables
    private static void Near(int n, string text, Item item)
    { //D: hit
        bool both = B(n > 0) && B(n > 1); //: part 1/2 2/2
        Use(both); //: hit
        bool either = B(n > 5) || item is { Count: 5 or 9 }; //: part 1/2 1/2 2/2 1/2 0/2
        Use(either); //: hit
        Use(B(n == 1) && (B(n > 0) ? B(n == 2) && B(n < 9) : B(n > 3))); //: part 2/2 1/2 1/2 0/2 1/2
        switch (text) //: part 2/4
        {
            case "b" or "c": //: none
                Use(1); //: hit
                break; //: hit
            case "d" when n > 0: //: miss 0/2
                Use(2); //: miss
                break; //: miss
            default:
                Use(3); //: hit
                break; //D: hit
        }
        string told = item switch //: part 2/4
        { //: hit
            { Tag: int number } when number > 6 => "number", //: part 1/2
            { Tag: string word } => word, //: hit
            { Name: null } => "none", //: miss
            _ => "other", //: miss
        }; //: hit
        Use(told.Length); //: hit
        int? sum = item.Count + n; //: hit
        Use(sum ?? 0); //: hit
        Use(item.Name?.Length > 0 && item.Tag is int { } tag && tag > 6); //: part 2/2 2/2 1/2 1/2
        foreach (char letter in text) //: hit 2/2
        { //D: hit
            Use(letter == 'b' ? 1 : 2); //: hit 2/2
        } //D: hit
        lock (item) //: hit
        { //D: hit
            Use(n); //: hit
        } //: hit
    } //: hit

    //- far variables in a plain method
    private static void Plain(int n, string text, Item item)
    { //D: hit
        int v0 = n, v1 = n, v2 = n, v3 = n, v4 = n, v5 = n, v6 = n, v7 = n, v8 = n, v9 = n, v10 = n, v11 = n, v12 = n, v13 = n, v14 = n, v15 = n, //D: hit
            v16 = n, v17 = n, v18 = n, v19 = n, v20 = n, v21 = n, v22 = n, v23 = n, v24 = n, v25 = n, v26 = n, v27 = n, v28 = n, v29 = n, v30 = n, v31 = n, //D: hit
            v32 = n, v33 = n, v34 = n, v35 = n, v36 = n, v37 = n, v38 = n, v39 = n, v40 = n, v41 = n, v42 = n, v43 = n, v44 = n, v45 = n, v46 = n, v47 = n, //D: hit
            v48 = n, v49 = n, v50 = n, v51 = n, v52 = n, v53 = n, v54 = n, v55 = n, v56 = n, v57 = n, v58 = n, v59 = n, v60 = n, v61 = n, v62 = n, v63 = n, //D: hit
            v64 = n, v65 = n, v66 = n, v67 = n, v68 = n, v69 = n, v70 = n, v71 = n, v72 = n, v73 = n, v74 = n, v75 = n, v76 = n, v77 = n, v78 = n, v79 = n, //D: hit
            v80 = n, v81 = n, v82 = n, v83 = n, v84 = n, v85 = n, v86 = n, v87 = n, v88 = n, v89 = n, v90 = n, v91 = n, v92 = n, v93 = n, v94 = n, v95 = n, //D: hit
            v96 = n, v97 = n, v98 = n, v99 = n, v100 = n, v101 = n, v102 = n, v103 = n, v104 = n, v105 = n, v106 = n, v107 = n, v108 = n, v109 = n, v110 = n, v111 = n, //D: hit
            v112 = n, v113 = n, v114 = n, v115 = n, v116 = n, v117 = n, v118 = n, v119 = n, v120 = n, v121 = n, v122 = n, v123 = n, v124 = n, v125 = n, v126 = n, v127 = n, //D: hit
            v128 = n, v129 = n, v130 = n, v131 = n, v132 = n, v133 = n, v134 = n, v135 = n, v136 = n, v137 = n, v138 = n, v139 = n, v140 = n, v141 = n, v142 = n, v143 = n, //D: hit
            v144 = n, v145 = n, v146 = n, v147 = n, v148 = n, v149 = n, v150 = n, v151 = n, v152 = n, v153 = n, v154 = n, v155 = n, v156 = n, v157 = n, v158 = n, v159 = n, //D: hit
            v160 = n, v161 = n, v162 = n, v163 = n, v164 = n, v165 = n, v166 = n, v167 = n, v168 = n, v169 = n, v170 = n, v171 = n, v172 = n, v173 = n, v174 = n, v175 = n, //D: hit
            v176 = n, v177 = n, v178 = n, v179 = n, v180 = n, v181 = n, v182 = n, v183 = n, v184 = n, v185 = n, v186 = n, v187 = n, v188 = n, v189 = n, v190 = n, v191 = n, //D: hit
            v192 = n, v193 = n, v194 = n, v195 = n, v196 = n, v197 = n, v198 = n, v199 = n, v200 = n, v201 = n, v202 = n, v203 = n, v204 = n, v205 = n, v206 = n, v207 = n, //D: hit
            v208 = n, v209 = n, v210 = n, v211 = n, v212 = n, v213 = n, v214 = n, v215 = n, v216 = n, v217 = n, v218 = n, v219 = n, v220 = n, v221 = n, v222 = n, v223 = n, //D: hit
            v224 = n, v225 = n, v226 = n, v227 = n, v228 = n, v229 = n, v230 = n, v231 = n, v232 = n, v233 = n, v234 = n, v235 = n, v236 = n, v237 = n, v238 = n, v239 = n, //D: hit
            v240 = n, v241 = n, v242 = n, v243 = n, v244 = n, v245 = n, v246 = n, v247 = n, v248 = n, v249 = n, v250 = n, v251 = n, v252 = n, v253 = n, v254 = n, v255 = n; //D: hit
        bool both = B(n > 0) && B(n > 1); //: part 1/2 2/2
        Use(both); //: hit
        bool either = B(n > 5) || item is { Count: 5 or 9 }; //: part 1/2 1/2 2/2 1/2 0/2
        Use(either); //: hit
        Use(B(n == 1) && (B(n > 0) ? B(n == 2) && B(n < 9) : B(n > 3))); //: part 2/2 1/2 1/2 0/2 1/2
        switch (text) //: part 2/4
        {
            case "b" or "c": //: none
                Use(1); //: hit
                break; //: hit
            case "d" when n > 0: //: miss 0/2
                Use(2); //: miss
                break; //: miss
            default:
                Use(3); //: hit
                break; //D: hit
        }
        string told = item switch //: part 2/4
        { //: hit
            { Tag: int number } when number > 6 => "number", //: part 1/2
            { Tag: string word } => word, //: hit
            { Name: null } => "none", //: miss
            _ => "other", //: miss
        }; //: hit
        Use(told.Length); //: hit
        int? sum = item.Count + n; //: hit
        Use(sum ?? 0); //: hit
        Use(item.Name?.Length > 0 && item.Tag is int { } tag && tag > 6); //: part 2/2 2/2 1/2 1/2
        foreach (char letter in text) //: hit 2/2
        { //D: hit
            Use(letter == 'b' ? 1 : 2); //: hit 2/2
        } //D: hit
        lock (item) //: hit
        { //D: hit
            Use(n); //: hit
        } //: hit
    } //: hit

    //- far variables in an async method
    private static async Task Waits(int n, string text, Item item)
    { //D: hit
        int v0 = n, v1 = n, v2 = n, v3 = n, v4 = n, v5 = n, v6 = n, v7 = n, v8 = n, v9 = n, v10 = n, v11 = n, v12 = n, v13 = n, v14 = n, v15 = n, //D: hit
            v16 = n, v17 = n, v18 = n, v19 = n, v20 = n, v21 = n, v22 = n, v23 = n, v24 = n, v25 = n, v26 = n, v27 = n, v28 = n, v29 = n, v30 = n, v31 = n, //D: hit
            v32 = n, v33 = n, v34 = n, v35 = n, v36 = n, v37 = n, v38 = n, v39 = n, v40 = n, v41 = n, v42 = n, v43 = n, v44 = n, v45 = n, v46 = n, v47 = n, //D: hit
            v48 = n, v49 = n, v50 = n, v51 = n, v52 = n, v53 = n, v54 = n, v55 = n, v56 = n, v57 = n, v58 = n, v59 = n, v60 = n, v61 = n, v62 = n, v63 = n, //D: hit
            v64 = n, v65 = n, v66 = n, v67 = n, v68 = n, v69 = n, v70 = n, v71 = n, v72 = n, v73 = n, v74 = n, v75 = n, v76 = n, v77 = n, v78 = n, v79 = n, //D: hit
            v80 = n, v81 = n, v82 = n, v83 = n, v84 = n, v85 = n, v86 = n, v87 = n, v88 = n, v89 = n, v90 = n, v91 = n, v92 = n, v93 = n, v94 = n, v95 = n, //D: hit
            v96 = n, v97 = n, v98 = n, v99 = n, v100 = n, v101 = n, v102 = n, v103 = n, v104 = n, v105 = n, v106 = n, v107 = n, v108 = n, v109 = n, v110 = n, v111 = n, //D: hit
            v112 = n, v113 = n, v114 = n, v115 = n, v116 = n, v117 = n, v118 = n, v119 = n, v120 = n, v121 = n, v122 = n, v123 = n, v124 = n, v125 = n, v126 = n, v127 = n, //D: hit
            v128 = n, v129 = n, v130 = n, v131 = n, v132 = n, v133 = n, v134 = n, v135 = n, v136 = n, v137 = n, v138 = n, v139 = n, v140 = n, v141 = n, v142 = n, v143 = n, //D: hit
            v144 = n, v145 = n, v146 = n, v147 = n, v148 = n, v149 = n, v150 = n, v151 = n, v152 = n, v153 = n, v154 = n, v155 = n, v156 = n, v157 = n, v158 = n, v159 = n, //D: hit
            v160 = n, v161 = n, v162 = n, v163 = n, v164 = n, v165 = n, v166 = n, v167 = n, v168 = n, v169 = n, v170 = n, v171 = n, v172 = n, v173 = n, v174 = n, v175 = n, //D: hit
            v176 = n, v177 = n, v178 = n, v179 = n, v180 = n, v181 = n, v182 = n, v183 = n, v184 = n, v185 = n, v186 = n, v187 = n, v188 = n, v189 = n, v190 = n, v191 = n, //D: hit
            v192 = n, v193 = n, v194 = n, v195 = n, v196 = n, v197 = n, v198 = n, v199 = n, v200 = n, v201 = n, v202 = n, v203 = n, v204 = n, v205 = n, v206 = n, v207 = n, //D: hit
            v208 = n, v209 = n, v210 = n, v211 = n, v212 = n, v213 = n, v214 = n, v215 = n, v216 = n, v217 = n, v218 = n, v219 = n, v220 = n, v221 = n, v222 = n, v223 = n, //D: hit
            v224 = n, v225 = n, v226 = n, v227 = n, v228 = n, v229 = n, v230 = n, v231 = n, v232 = n, v233 = n, v234 = n, v235 = n, v236 = n, v237 = n, v238 = n, v239 = n, //D: hit
            v240 = n, v241 = n, v242 = n, v243 = n, v244 = n, v245 = n, v246 = n, v247 = n, v248 = n, v249 = n, v250 = n, v251 = n, v252 = n, v253 = n, v254 = n, v255 = n; //D: hit
        bool first = B(n == 1) && await Task.FromResult(n > 0); //: part 2/2 1/2
        Use(first); //: hit
        bool both = B(n > 0) && B(n > 1); //: part 1/2 2/2
        Use(both); //: hit
        bool either = B(n > 5) || item is { Count: 5 or 9 }; //: part 1/2 1/2 2/2 1/2 0/2
        Use(either); //: hit
        Use(B(n == 1) && (B(n > 0) ? B(n == 2) && B(n < 9) : B(n > 3))); //: part 2/2 1/2 1/2 0/2 1/2
        switch (text) //: part 2/4
        {
            case "b" or "c": //: none
                Use(1); //: hit
                break; //: hit
            case "d" when n > 0: //: miss 0/2
                Use(2); //: miss
                break; //: miss
            default:
                Use(3); //: hit
                break; //D: hit
        }
        string told = item switch //: part 2/4
        { //: hit
            { Tag: int number } when number > 6 => "number", //: part 1/2
            { Tag: string word } => word, //: hit
            { Name: null } => "none", //: miss
            _ => "other", //: miss
        }; //: hit
        Use(told.Length); //: hit
        int? sum = item.Count + n; //: hit
        Use(sum ?? 0); //: hit
        Use(item.Name?.Length > 0 && item.Tag is int { } tag && tag > 6); //: part 2/2 2/2 1/2 1/2
        foreach (char letter in text) //: hit 2/2
        { //D: hit
            Use(letter == 'b' ? 1 : 2); //: hit 2/2
        } //D: hit
        lock (item) //: hit
        { //D: hit
            Use(n); //: hit
        } //: hit
        bool last = B(n > 0) && (item is { Name: { } other } && await Task.FromResult(other.Length > 0)); //: part 1/2 1/2 2/2 1/2
        Use(last); //: hit
    } //: hit

    //- far variables in an iterator
    private static IEnumerable<int> Yields(int n, string text, Item item)
    { //D: hit
        int v0 = n, v1 = n, v2 = n, v3 = n, v4 = n, v5 = n, v6 = n, v7 = n, v8 = n, v9 = n, v10 = n, v11 = n, v12 = n, v13 = n, v14 = n, v15 = n, //: hit
            v16 = n, v17 = n, v18 = n, v19 = n, v20 = n, v21 = n, v22 = n, v23 = n, v24 = n, v25 = n, v26 = n, v27 = n, v28 = n, v29 = n, v30 = n, v31 = n, //: hit
            v32 = n, v33 = n, v34 = n, v35 = n, v36 = n, v37 = n, v38 = n, v39 = n, v40 = n, v41 = n, v42 = n, v43 = n, v44 = n, v45 = n, v46 = n, v47 = n, //: hit
            v48 = n, v49 = n, v50 = n, v51 = n, v52 = n, v53 = n, v54 = n, v55 = n, v56 = n, v57 = n, v58 = n, v59 = n, v60 = n, v61 = n, v62 = n, v63 = n, //: hit
            v64 = n, v65 = n, v66 = n, v67 = n, v68 = n, v69 = n, v70 = n, v71 = n, v72 = n, v73 = n, v74 = n, v75 = n, v76 = n, v77 = n, v78 = n, v79 = n, //: hit
            v80 = n, v81 = n, v82 = n, v83 = n, v84 = n, v85 = n, v86 = n, v87 = n, v88 = n, v89 = n, v90 = n, v91 = n, v92 = n, v93 = n, v94 = n, v95 = n, //: hit
            v96 = n, v97 = n, v98 = n, v99 = n, v100 = n, v101 = n, v102 = n, v103 = n, v104 = n, v105 = n, v106 = n, v107 = n, v108 = n, v109 = n, v110 = n, v111 = n, //: hit
            v112 = n, v113 = n, v114 = n, v115 = n, v116 = n, v117 = n, v118 = n, v119 = n, v120 = n, v121 = n, v122 = n, v123 = n, v124 = n, v125 = n, v126 = n, v127 = n, //: hit
            v128 = n, v129 = n, v130 = n, v131 = n, v132 = n, v133 = n, v134 = n, v135 = n, v136 = n, v137 = n, v138 = n, v139 = n, v140 = n, v141 = n, v142 = n, v143 = n, //: hit
            v144 = n, v145 = n, v146 = n, v147 = n, v148 = n, v149 = n, v150 = n, v151 = n, v152 = n, v153 = n, v154 = n, v155 = n, v156 = n, v157 = n, v158 = n, v159 = n, //: hit
            v160 = n, v161 = n, v162 = n, v163 = n, v164 = n, v165 = n, v166 = n, v167 = n, v168 = n, v169 = n, v170 = n, v171 = n, v172 = n, v173 = n, v174 = n, v175 = n, //: hit
            v176 = n, v177 = n, v178 = n, v179 = n, v180 = n, v181 = n, v182 = n, v183 = n, v184 = n, v185 = n, v186 = n, v187 = n, v188 = n, v189 = n, v190 = n, v191 = n, //: hit
            v192 = n, v193 = n, v194 = n, v195 = n, v196 = n, v197 = n, v198 = n, v199 = n, v200 = n, v201 = n, v202 = n, v203 = n, v204 = n, v205 = n, v206 = n, v207 = n, //: hit
            v208 = n, v209 = n, v210 = n, v211 = n, v212 = n, v213 = n, v214 = n, v215 = n, v216 = n, v217 = n, v218 = n, v219 = n, v220 = n, v221 = n, v222 = n, v223 = n, //: hit
            v224 = n, v225 = n, v226 = n, v227 = n, v228 = n, v229 = n, v230 = n, v231 = n, v232 = n, v233 = n, v234 = n, v235 = n, v236 = n, v237 = n, v238 = n, v239 = n, //: hit
            v240 = n, v241 = n, v242 = n, v243 = n, v244 = n, v245 = n, v246 = n, v247 = n, v248 = n, v249 = n, v250 = n, v251 = n, v252 = n, v253 = n, v254 = n, v255 = n; //: hit
        yield return n; //: hit
        bool both = B(n > 0) && B(n > 1); //: part 1/2 2/2
        Use(both); //: hit
        bool either = B(n > 5) || item is { Count: 5 or 9 }; //: part 1/2 1/2 2/2 1/2 0/2
        Use(either); //: hit
        Use(B(n == 1) && (B(n > 0) ? B(n == 2) && B(n < 9) : B(n > 3))); //: part 2/2 1/2 1/2 0/2 1/2
        switch (text) //: part 2/4
        {
            case "b" or "c": //: none
                Use(1); //: hit
                break; //: hit
            case "d" when n > 0: //: miss 0/2
                Use(2); //: miss
                break; //: miss
            default:
                Use(3); //: hit
                break; //D: hit
        }
        string told = item switch //: part 2/4
        { //: hit
            { Tag: int number } when number > 6 => "number", //: part 1/2
            { Tag: string word } => word, //: hit
            { Name: null } => "none", //: miss
            _ => "other", //: miss
        }; //: hit
        Use(told.Length); //: hit
        int? sum = item.Count + n; //: hit
        Use(sum ?? 0); //: hit
        Use(item.Name?.Length > 0 && item.Tag is int { } tag && tag > 6); //: part 2/2 2/2 1/2 1/2
        foreach (char letter in text) //: hit 2/2
        { //D: hit
            Use(letter == 'b' ? 1 : 2); //: hit 2/2
        } //D: hit
        lock (item) //: hit
        { //D: hit
            Use(n); //: hit
        } //: hit
    } //: hit
}
